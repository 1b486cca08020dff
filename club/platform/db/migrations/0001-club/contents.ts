import { type Kysely, sql } from "kysely";

/** Rules, questions and banners, and what visitors write to the club. */
export async function createContents(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rules_documents (
      code text primary key,
      title text not null,
      text text not null,
      file_name text references files,
      position integer not null default 0
    );

    create table questions (
      id integer generated always as identity primary key,
      question text not null,
      answer text not null,
      position integer not null default 0
    );

    create table banners (
      id integer generated always as identity primary key,
      title text not null,
      text text not null,
      role text check (role in ('curator', 'manager', 'member', 'tadam')),
      is_enabled boolean not null default true,
      created_at timestamptz not null default now(),
      -- Where the banner leads; empty: nowhere.
      link text not null default ''
    );
    create table banner_views (
      banner_id integer not null references banners on delete cascade,
      user_id integer not null references users on delete cascade,
      seen_at timestamptz not null default now(),
      primary key (banner_id, user_id)
    );

    create table feedback (
      id integer generated always as identity primary key,
      name text not null,
      email text not null,
      message text not null,
      created_at timestamptz not null default now()
    );
  `.execute(db);
}
