import { statements } from './statements.ts';

export const handovers = statements(`
alter table transcript_lines drop constraint if exists transcript_lines_origin_check;
alter table transcript_lines add column author text,
  add constraint transcript_lines_origin_check check (origin in ('service', 'person'));
alter table conversations add column handover jsonb;
create table handover_orders (
  id integer generated always as identity primary key,
  conversation_id text not null references conversations(id) on delete cascade,
  kind text not null check (kind in ('take', 'line', 'return')),
  name text not null,
  content text not null,
  line_id text,
  created_at timestamptz not null,
  done_at timestamptz
);
create unique index handover_orders_lines on handover_orders (conversation_id, line_id) where line_id is not null;
create index handover_orders_open on handover_orders (conversation_id, id) where done_at is null`);
