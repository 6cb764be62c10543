-- Members are told of each text at its own time: the draft that follows takes nothing from one that waits to be told.
alter table article_text add column announce_at timestamptz;
update article_text set announce_at = article.announce_at from article
where article.id = article_id and visible_from = article.announce_at;
create index article_text_announce on article_text (announce_at) where announce_at is not null;
-- The column goes with a later release: servers of the one before still read it while they are replaced.
update article set announce_at = null where announce_at is not null;
