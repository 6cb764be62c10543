-- What a member agreed to by ticking it: the very text, when, and for what. `ref` is the card or the contract's version.
create table agreement (
  id uuid primary key,
  member_id uuid not null references member,
  article_id text not null,
  language text not null,
  revision int not null,
  subject text not null check (subject in ('registration', 'card', 'contract')),
  ref text not null,
  agreed_at timestamptz not null,
  foreign key (article_id, language, revision) references article_text,
  unique (member_id, article_id, subject, ref)
);
