-- What the operator publishes: news, help and legal texts. A text that was published is never changed, so that what
-- somebody agreed to can be read for ever; its next version is another row.
create table article (
  id text primary key,
  kind text not null check (kind in ('news', 'help', 'legal')),
  art text,
  -- When it is published first; null for a draft.
  published_at timestamptz,
  withdrawn_at timestamptz,
  -- When members are to be told of it; null: not, or they were.
  announce_at timestamptz
);
create index article_published on article (published_at desc, id desc) where withdrawn_at is null;
create index article_announce on article (announce_at) where announce_at is not null;

create table article_text (
  article_id text not null references article,
  language text not null,
  revision int not null check (revision > 0),
  title text not null,
  line text not null,
  -- What stands below the title and the first paragraph.
  markdown text not null,
  minutes int not null check (minutes > 0),
  written_at timestamptz not null,
  -- Null for a draft.
  visible_from timestamptz,
  primary key (article_id, language, revision)
);
