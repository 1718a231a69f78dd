CREATE TABLE public.accounts (
    id integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    callback_url text
);
CREATE TABLE public.api_keys (
    hash text NOT NULL,
    account_id integer NOT NULL,
    shown text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
CREATE TABLE public.attempts (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);
CREATE TABLE public.callback_attempts (
    callback_id text NOT NULL,
    "position" bigint NOT NULL,
    attempted_at timestamp with time zone NOT NULL,
    status_code integer,
    failure text,
    duration integer NOT NULL
);
ALTER TABLE public.callback_attempts ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.callback_attempts_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.callback_secrets (
    account_id integer NOT NULL,
    sealed text NOT NULL,
    created_at timestamp with time zone NOT NULL
);
CREATE TABLE public.callbacks (
    id text NOT NULL,
    account_id integer NOT NULL,
    subject text NOT NULL,
    "position" bigint NOT NULL,
    url text NOT NULL,
    event_type text,
    body text NOT NULL,
    status text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    revision integer DEFAULT 0 NOT NULL,
    first_at timestamp with time zone,
    next_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    lane text DEFAULT ''::text NOT NULL
);
ALTER TABLE public.callbacks ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.callbacks_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.canvas_interactions (
    conversation_id text NOT NULL,
    interaction_id text NOT NULL,
    content jsonb NOT NULL,
    "position" bigint NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE public.canvas_interactions ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.canvas_interactions_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.connector_authorizations (
    state_hash text NOT NULL,
    connector_id text NOT NULL,
    sealed text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.connectors (
    id text NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    server_url text NOT NULL,
    auth jsonb NOT NULL,
    sealed text,
    oauth_status text NOT NULL,
    oauth_scopes jsonb NOT NULL,
    access_token_expires_at timestamp with time zone,
    last_indexed_at timestamp with time zone,
    last_index_error text,
    tools jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.conversation_events (
    conversation_id text NOT NULL,
    "position" bigint NOT NULL,
    event_type text NOT NULL,
    message_type text NOT NULL,
    properties jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    webhook_url text
);
ALTER TABLE public.conversation_events ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.conversation_events_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.conversations (
    id text NOT NULL,
    account_id integer NOT NULL,
    deployment_id text,
    pal_id text NOT NULL,
    face_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    document jsonb NOT NULL,
    token_hash text NOT NULL,
    token_expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    joined_at timestamp with time zone,
    left_at timestamp with time zone,
    ended_at timestamp with time zone,
    shutdown_reason text,
    objectives jsonb,
    room_provider text DEFAULT 'embedded'::text NOT NULL,
    room_url text,
    agent_joined_at timestamp with time zone,
    agent_left_at timestamp with time zone,
    process_id text,
    end_asked text
);
CREATE TABLE public.deployment_visitors (
    deployment_id text NOT NULL,
    visitor text NOT NULL,
    day text NOT NULL,
    calls integer NOT NULL
);
CREATE TABLE public.deployments (
    id text NOT NULL,
    account_id integer NOT NULL,
    pal_id text NOT NULL,
    channel text NOT NULL,
    status text NOT NULL,
    name text NOT NULL,
    password_hash text,
    version integer DEFAULT 1 NOT NULL,
    document jsonb NOT NULL,
    usage_total integer DEFAULT 0 NOT NULL,
    usage_today integer DEFAULT 0 NOT NULL,
    usage_day text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.document_chunks (
    document_id text NOT NULL,
    "position" integer NOT NULL,
    content text NOT NULL,
    embedding_model text,
    vectors bytea
);
CREATE TABLE public.document_pages (
    document_id text NOT NULL,
    page integer NOT NULL,
    content text NOT NULL,
    file text
);
CREATE TABLE public.documents (
    id text NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    tags jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    "position" bigint NOT NULL,
    url text DEFAULT ''::text NOT NULL,
    callback_url text,
    status text DEFAULT 'ready'::text NOT NULL,
    progress integer,
    error text,
    crawl jsonb,
    run_crawl jsonb,
    crawled boolean DEFAULT false NOT NULL,
    crawling boolean DEFAULT false NOT NULL,
    crawled_urls jsonb,
    last_crawled_at timestamp with time zone,
    crawl_count integer DEFAULT 0 NOT NULL,
    recrawled_at timestamp with time zone,
    file text
);
ALTER TABLE public.documents ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.documents_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.faces (
    id text NOT NULL,
    account_id integer,
    name text NOT NULL,
    document jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    status text DEFAULT 'completed'::text NOT NULL
);
CREATE TABLE public.guardrail_sets (
    id text NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.guardrails (
    uuid text NOT NULL,
    account_id integer NOT NULL,
    set_id text,
    "position" integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    document jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.jobs (
    id bigint NOT NULL,
    kind text NOT NULL,
    account_id integer,
    key text,
    payload jsonb NOT NULL,
    run_at timestamp with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    again boolean DEFAULT false NOT NULL,
    lease_until timestamp with time zone,
    owner text,
    created_at timestamp with time zone NOT NULL,
    crashes integer DEFAULT 0 NOT NULL
);
ALTER TABLE public.jobs ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.jobs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.memory_stores (
    id text NOT NULL,
    account_id integer NOT NULL,
    pal_id text NOT NULL,
    participant_tag text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.objectives (
    id text NOT NULL,
    account_id integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    document jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.pal_skills (
    pal_id text NOT NULL,
    skill_id text NOT NULL,
    config jsonb NOT NULL,
    attached_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.pals (
    id text NOT NULL,
    account_id integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    document jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.perception_frames (
    conversation_id text NOT NULL,
    "position" bigint NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    webp bytea NOT NULL
);
ALTER TABLE public.perception_frames ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.perception_frames_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.pinned_memories (
    id text NOT NULL,
    store_id text NOT NULL,
    "position" bigint NOT NULL,
    memory text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    learned_from text
);
ALTER TABLE public.pinned_memories ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.pinned_memories_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.post_call_actions (
    conversation_id text NOT NULL,
    "position" integer NOT NULL,
    tool_id text NOT NULL,
    tool_name text NOT NULL,
    method text NOT NULL,
    sealed text NOT NULL,
    tries integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.processes (
    id text NOT NULL,
    address text NOT NULL,
    seen_at timestamp with time zone NOT NULL
);
CREATE TABLE public.recordings (
    id text NOT NULL,
    conversation_id text NOT NULL,
    account_id integer NOT NULL,
    file text NOT NULL,
    status text NOT NULL,
    seconds double precision,
    storage jsonb,
    sealed text,
    copy_status text,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.settings (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.speeches (
    id text NOT NULL,
    account_id integer NOT NULL,
    name text NOT NULL,
    file text NOT NULL,
    document jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
CREATE TABLE public.spent_captchas (
    signature text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.transcript_lines (
    conversation_id text NOT NULL,
    "position" integer NOT NULL,
    role text NOT NULL,
    content text NOT NULL,
    began_at double precision NOT NULL,
    duration double precision NOT NULL,
    inference_id text,
    line_id text,
    origin text,
    CONSTRAINT transcript_lines_origin_check CHECK ((origin = 'service'::text))
);
CREATE TABLE public.turn_traces (
    conversation_id text NOT NULL,
    "position" bigint NOT NULL,
    trace jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE public.turn_traces ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.turn_traces_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.videos (
    id text NOT NULL,
    account_id integer NOT NULL,
    face_id text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    file text NOT NULL,
    document jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);
INSERT INTO public.accounts VALUES (2, '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.accounts VALUES (1, '2026-01-01 12:00:00+00', 'http://127.0.0.1:44149/account');
INSERT INTO public.api_keys VALUES ('f6f7979e4c1c08565c2945578631def894443a05cbca8cc810465e25f54251b1', 1, 'key-o…0001', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.api_keys VALUES ('fc7a983b817152c736fc14a05c21453b1e08fb4e2b88a1b154a6e2ab903ac032', 2, 'key-o…0002', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.attempts VALUES ('captchas:127.0.0.1', 1, 1795792368623);
INSERT INTO public.attempts VALUES ('starts:127.0.0.1', 1, 1795792368909);
INSERT INTO public.attempts VALUES ('room:cb9d1f43140c302a9bc43:127.0.0.1', 2, 1795792369243);
INSERT INTO public.attempts VALUES ('canvas:cb9d1f43140c302a9bc43:127.0.0.1', 1, 1795792370167);
INSERT INTO public.attempts VALUES ('feedback:cb9d1f43140c302a9bc43', 1, 1795795910600);
INSERT INTO public.attempts VALUES ('room:c51ae1dd8b96c387edcd4:127.0.0.1', 1, 1795792370891);
INSERT INTO public.attempts VALUES ('joins of a call:c51ae1dd8b96c387edcd4', 1, 1795792370940);
INSERT INTO public.attempts VALUES ('joins of a call:cdfcb47c00892d90e17da', 1, 1795792371044);
INSERT INTO public.attempts VALUES ('joins:127.0.0.1', 2, 1795792370953);
INSERT INTO public.attempts VALUES ('room:c755c5a6ae9da60f47189:127.0.0.1', 1, 1795792374473);
INSERT INTO public.attempts VALUES ('prompt:1', 4, 1795792374651);
INSERT INTO public.attempts VALUES ('prompt:2', 1, 1795792377173);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w44383bda41d64dfee830', 1, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w229e303b3a23bb6e1454', 2, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('we8798972504528a14ad0', 3, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w907fdc9bcd21ea729598', 4, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w40e825c05b86f8d313f0', 5, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w703c2c460cefc653f98f', 6, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w4e023deeed457ddc6619', 7, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w04b0839b1bc4782c1950', 8, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w09f8d08e5517e0c546b7', 9, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w6fcb9fe3cd09ba694cd5', 10, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('webb773e5b6417cc80d95', 11, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w0998cd07afea3b3df42d', 12, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wecb2554749009bcda17d', 13, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('web0592675867e60dbab8', 14, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w1bb8e36b26ac8218f2d2', 15, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w3babb1470535def68734', 16, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w4f799cb06a96b5955114', 17, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wa7c59b5b3a89fa6c3553', 18, '2026-01-01 12:00:00+00', 500, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w2b6843f88cf6aa7badb3', 19, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w298ebbc341a773b84255', 20, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wbeb2e9dc18c4d5aed98e', 21, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w1d63d509e9d785e21ae1', 22, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w79e8b044a33fea71e690', 23, '2026-01-01 12:00:05+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w141b19b4c7105f8183d7', 24, '2026-01-01 12:00:05+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w331ba450f06dec31411e', 25, '2026-01-01 12:00:05+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wff96d5e1f4a5a7726237', 26, '2026-01-01 12:00:05+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wb5074cb0a8accd792525', 27, '2026-01-01 12:00:05+00', 200, NULL, 0);
INSERT INTO public.callback_secrets VALUES (1, 'OLh7klFPQSQOd760Qogx7j+M6IeDMHE0jICNQP7LU3nq6KJGg3sQnsH/F7A+sDDC3vOwBm0kxiNhysb5pJ4C0UUwDP1Xcaohryncny1i', '2026-01-01 12:00:00+00');
INSERT INTO public.callback_secrets VALUES (2, 'cOyLQwdrW0DfPN8WeV8pNvZTUGRgEYXY22Urh/3tLfQT9U3PP5/+hKriA8a4cW5i2j5g8gkkYhRJb+7IEOGoYKOvt+Jsv6yoObG+lUnL', '2026-01-01 12:00:00+00');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w44383bda41d64dfee830', 1, 'd7052a2832705b3437381', 1, 'http://127.0.0.1:44149/document', NULL, '{"document_id":"d7052a2832705b3437381","document_name":"Prices","document_url":"http://127.0.0.1:39733/prices.txt","status":"processing","progress":0,"created_at":"2026-01-01T12:00:00.000Z","updated_at":"2026-01-01T12:00:00.000Z","callback_url":"http://127.0.0.1:44149/document","tags":[]}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w229e303b3a23bb6e1454', 1, 'd7052a2832705b3437381', 2, 'http://127.0.0.1:44149/document', NULL, '{"document_id":"d7052a2832705b3437381","document_name":"Prices","document_url":"http://127.0.0.1:39733/prices.txt","status":"ready","progress":null,"created_at":"2026-01-01T12:00:00.000Z","updated_at":"2026-01-01T12:00:00.000Z","callback_url":"http://127.0.0.1:44149/document","tags":[]}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('we8798972504528a14ad0', 1, 'rf7f800060815f0255be0', 3, 'http://127.0.0.1:44149/face', NULL, '{"replica_id":"rf7f800060815f0255be0","status":"error","error_message":"The training video could not be downloaded: The address answered 404."}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w907fdc9bcd21ea729598', 1, 'rf7f800060815f0255be0', 4, 'http://127.0.0.1:44149/face', NULL, '{"face_id":"rf7f800060815f0255be0","status":"error","error_message":"The training video could not be downloaded: The address answered 404."}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w40e825c05b86f8d313f0', 1, 'v8b560848a95727158e00', 5, 'http://127.0.0.1:44149/video', NULL, '{"video_id":"v8b560848a95727158e00","video_name":"Film","status":"error","face_id":"r2e96b5d07f1ac84390bd","data":{"script":"","audio_url":"http://127.0.0.1:39733/missing.wav"},"download_url":null,"hosted_url":"https://palkit.example/v/4df44cc0efb4d810ee52d6f3e723e665fdfccead8c3d21bc","stream_url":null,"generation_progress":"1/100","status_details":"The video could not be made.","error_details":"The recording could not be downloaded: The address answered 404.","created_at":"2026-01-01T12:00:00.000Z","updated_at":"2026-01-01T12:00:00.000Z"}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w703c2c460cefc653f98f', 1, 'cb9d1f43140c302a9bc43', 6, 'http://127.0.0.1:44149/deployment', 'system.pal_joined', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/deployment","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w4e023deeed457ddc6619', 1, 'cb9d1f43140c302a9bc43', 7, 'http://127.0.0.1:44149/account', 'system.pal_joined', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w04b0839b1bc4782c1950', 1, 'cb9d1f43140c302a9bc43', 8, 'http://127.0.0.1:44149/deployment', 'system.replica_joined', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/deployment","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w09f8d08e5517e0c546b7', 1, 'cb9d1f43140c302a9bc43', 9, 'http://127.0.0.1:44149/account', 'system.replica_joined', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w6fcb9fe3cd09ba694cd5', 1, 'cb9d1f43140c302a9bc43', 10, 'http://127.0.0.1:44149/deployment', 'canvas.interaction', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/deployment","event_type":"canvas.interaction","message_type":"canvas","timestamp":"2026-01-01T12:00:00.000Z","properties":{"interaction_id":"i1","tool_call_id":"t1","component":"canvas.question","component_version":"v1","type":"submit","value":{"selected":["a"]}}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('webb773e5b6417cc80d95', 1, 'cb9d1f43140c302a9bc43', 11, 'http://127.0.0.1:44149/account', 'canvas.interaction', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/account","event_type":"canvas.interaction","message_type":"canvas","timestamp":"2026-01-01T12:00:00.000Z","properties":{"interaction_id":"i1","tool_call_id":"t1","component":"canvas.question","component_version":"v1","type":"submit","value":{"selected":["a"]}}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w0998cd07afea3b3df42d', 1, 'cb9d1f43140c302a9bc43', 13, 'http://127.0.0.1:44149/account', 'system.shutdown', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('web0592675867e60dbab8', 1, 'cb9d1f43140c302a9bc43', 12, 'http://127.0.0.1:44149/deployment', 'system.shutdown', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/deployment","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w3babb1470535def68734', 1, 'cb9d1f43140c302a9bc43', 16, 'http://127.0.0.1:44149/deployment', 'application.feedback_received', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/deployment","event_type":"application.feedback_received","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"rating":4,"comment":"Quick."}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w331ba450f06dec31411e', 1, 'c755c5a6ae9da60f47189', 28, 'http://127.0.0.1:44149/account', 'system.pal_joined', '{"conversation_id":"c755c5a6ae9da60f47189","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:05.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wff96d5e1f4a5a7726237', 1, 'c755c5a6ae9da60f47189', 29, 'http://127.0.0.1:44149/account', 'system.replica_joined', '{"conversation_id":"c755c5a6ae9da60f47189","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:05.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wecb2554749009bcda17d', 1, 'cb9d1f43140c302a9bc43', 15, 'http://127.0.0.1:44149/account', 'application.transcription_ready', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/account","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"13e95a6d-cf89-4068-9f09-fd55dc481af6"},{"role":"user","content":"When does the pool open?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"The pool opens at nine.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"2e8d8191-de8e-453f-b9c1-fbb9d6a1394f"},{"role":"user","content":"Who won the world cup of chess?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"39b96c6f-ec9d-4f58-9685-254e3c2b08df"}]}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w1bb8e36b26ac8218f2d2', 1, 'cb9d1f43140c302a9bc43', 14, 'http://127.0.0.1:44149/deployment', 'application.transcription_ready', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/deployment","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"13e95a6d-cf89-4068-9f09-fd55dc481af6"},{"role":"user","content":"When does the pool open?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"The pool opens at nine.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"2e8d8191-de8e-453f-b9c1-fbb9d6a1394f"},{"role":"user","content":"Who won the world cup of chess?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"39b96c6f-ec9d-4f58-9685-254e3c2b08df"}]}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w3cb4603b8cf1555a83eb', 1, 'c51ae1dd8b96c387edcd4', 20, 'http://127.0.0.1:44149/refuses/callback', 'system.replica_joined', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/refuses/callback","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'pending', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wa7c59b5b3a89fa6c3553', 1, 'c51ae1dd8b96c387edcd4', 18, 'http://127.0.0.1:44149/refuses/callback', 'system.pal_joined', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/refuses/callback","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'pending', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:05.051+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wd35b4dcd7aafb2c2e3f5', 1, 'c51ae1dd8b96c387edcd4', 22, 'http://127.0.0.1:44149/refuses/callback', 'system.shutdown', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/refuses/callback","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'pending', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w2b6843f88cf6aa7badb3', 1, 'c51ae1dd8b96c387edcd4', 19, 'http://127.0.0.1:44149/account', 'system.pal_joined', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wb8f2ae97070e544606c3', 1, 'c51ae1dd8b96c387edcd4', 24, 'http://127.0.0.1:44149/refuses/callback', 'application.transcription_ready', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/refuses/callback","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Before we start: I am an AI system, not a person.","origin":"service","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"03468dac-d18c-4379-a795-c63a5a594616"},{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"702f22e9-4176-4e0e-982e-4e36fd7fa044"},{"role":"user","content":"What does a ticket cost?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"A ticket costs 7 euros.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"164e06fa-ad82-4475-8733-cb8a02ee4ff8"}]}}', 'pending', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w298ebbc341a773b84255', 1, 'c51ae1dd8b96c387edcd4', 21, 'http://127.0.0.1:44149/account', 'system.replica_joined', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wbeb2e9dc18c4d5aed98e', 1, 'c51ae1dd8b96c387edcd4', 23, 'http://127.0.0.1:44149/account', 'system.shutdown', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w4f799cb06a96b5955114', 1, 'cb9d1f43140c302a9bc43', 17, 'http://127.0.0.1:44149/account', 'application.feedback_received', '{"conversation_id":"cb9d1f43140c302a9bc43","webhook_url":"http://127.0.0.1:44149/account","event_type":"application.feedback_received","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"rating":4,"comment":"Quick."}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w79e8b044a33fea71e690', 1, 'cdfcb47c00892d90e17da', 26, 'http://127.0.0.1:44149/account', 'system.pal_joined', '{"conversation_id":"cdfcb47c00892d90e17da","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:05.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w141b19b4c7105f8183d7', 1, 'cdfcb47c00892d90e17da', 27, 'http://127.0.0.1:44149/account', 'system.replica_joined', '{"conversation_id":"cdfcb47c00892d90e17da","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:05.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w1d63d509e9d785e21ae1', 1, 'c51ae1dd8b96c387edcd4', 25, 'http://127.0.0.1:44149/account', 'application.transcription_ready', '{"conversation_id":"c51ae1dd8b96c387edcd4","webhook_url":"http://127.0.0.1:44149/account","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Before we start: I am an AI system, not a person.","origin":"service","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"03468dac-d18c-4379-a795-c63a5a594616"},{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"702f22e9-4176-4e0e-982e-4e36fd7fa044"},{"role":"user","content":"What does a ticket cost?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"A ticket costs 7 euros.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"164e06fa-ad82-4475-8733-cb8a02ee4ff8"}]}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wb5074cb0a8accd792525', 1, 'c63591d00647bece1ec15', 30, 'http://127.0.0.1:44149/account', 'system.shutdown', '{"conversation_id":"c63591d00647bece1ec15","webhook_url":"http://127.0.0.1:44149/account","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:05.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', 'account');
INSERT INTO public.canvas_interactions OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 'i1', '{"type": "submit", "value": {"selected": ["a"]}, "component": "canvas.question", "tool_call_id": "t1", "interaction_id": "i1", "component_version": "v1"}', 1, '2026-01-01 12:00:00+00');
INSERT INTO public.connector_authorizations VALUES ('d58714e0d8104f815ba79bfc1ac8aacf7cd27d7c19319f571e6ac475f7c18a6e', 'c37a642da0acc84514f96', 'QlCzGzZL35XqSig+qyUHGnw4pRgyQamfM/BkfBfSni6DbKTc5eOQ0y122m3tFlfluzCoa/+suKYmAPi+4a0/exXqv0CHGoI=', '2026-01-01 12:10:00+00');
INSERT INTO public.connectors VALUES ('cb2f64840a32dcef9c010', 1, 'Open', 'http://localhost:44137/open', '{"type": "none"}', 'qPsgvvlyaJVBtkgPvSapKyEDgB354I30rkEIjwxj', 'none', '[]', NULL, '2026-01-01 12:00:00+00', NULL, '[{"name": "stock", "read_only": true, "description": "How many of an article are in stock.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}, {"name": "reserve", "description": "Reserves an article.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.connectors VALUES ('c36d27871e32c8a31891d', 1, 'Bearer', 'http://localhost:44137/bearer', '{"type": "bearer"}', '1sdWdUF8kJxv5pn6ODzEIaP431lfH/L/VTThKjJcHgSASnZHXiliuES51EaDuPL9', 'none', '[]', NULL, '2026-01-01 12:00:00+00', NULL, '[{"name": "stock", "read_only": true, "description": "How many of an article are in stock.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}, {"name": "reserve", "description": "Reserves an article.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.connectors VALUES ('c37a642da0acc84514f96', 1, 'OAuth', 'http://localhost:44137/oauth', '{"type": "oauth2"}', 'BXO7YDUhelOUmL7K5A962luWKOr7e3IImKYO5LP+t/iVMYKilKxlv/pQs3xXVHdCJLboDyEM5T3RC6XhQMFfK0uma+XIT0akE0mZ5+MzRWL4x84mjxZQDKSU1pJIW+XhUOsqAKEau29afOoa1FpQym8pkDmT6wIizeIx8UiTfQK4v3KFwd+9HmaNiC6fnnfwtVP4WGWN3YwsX3m03tCtd/11XEjRuDa7cwmIRsU1Z8O0LzeU1/vyuqDekcoxjJgxGO9XU/XEbNN4tKbbylRSPr/SxND4AA70dCsajZH4vmezrwpLvZZHlv1JH1ScXWR1N4BcltVOCtWBPBTfS22iU7WL4ado50/Jnc1mrsKdUH9P4YXOlatsayCptJVumsW+uYChqGiguC0P/K6I3+Q4pfdhIxenlTbCvxe9UB0//hfckHXpGP7LgZ9XAfK13Jn1+UYueqiT2l8XULLga83r9nFjwlL5bhhxnikJNgOIzobsTwsmgc/XbcLdaA6qahxXjkAOmV39UbZAyMfAp4JvLphvsyCkBSaIYfCpYLotP2SfzVwGSq3cixRMkkuxtKxtDQOsCFautxTeLlTn/HMbvTEiX07kaMptxfOW6xF3rcafjQzluD8VYNz/4Sqg4DPcedX8LVginOG50IBlmLnKNPsd/daoY9vUeMQVbY8cNJGqRlSHPdhveD1JixQoa8EUmWDN52hAvKA2GWRzdlbLSxU121zFXXXNZm7UedbS7dlH4suluh1ffYVcp4PoiEhIVxdHJYZ3gOagUXsGFx50vtqzhqqVTD4Qb4QJJKuEjQmbjeh9KpCtjvHZLMQ9sxJL0DppWdtese5BUoRc1V3ew7iSmcQt+QyMnBwm4Y+WQl9ZUhEhuwmv8OjhYM4DqigzoGgxuCQbLw6aTYgw3Rx+rwUSKh74OQRBZ/ePnm5BgZuDbeuOXyptvAhS+ubpnZdd4V82uw0GGcu0MKgN6rsevO6VFn0+bOTVUgpl180cB61ONwf853RfWWTnhOgOdj5OgbnwWs6AIP3Q+phbXzwq1zMwqy1XMDnF0dljDyfE9WOIPQqBknLOdekI/cwqs3OCIsX3aNTsGzJ8GGYst0bVRHs0WxhielmVwYEDIGbUJ9ZaemMj0Dfb6L87+LqBA7HFNfz8JL1HN37ishv7gTMdImTrjB+3sppQsXdOApE0tSdOgJ2c0wZWhjXHdhObQT/5PqF0T0R7g2VkYGEAcbN4pqP/kMGWUYb5Y1mdkSj3+7mzVOvVcbgxUGnCCbdk/6m9HpudnhqWW1aFM4pCbePcyXUU9+aNegTSKcFXX0VHcyd0M4c6zBJTDg9Chf83UZdxtLAy7sD/hH/D+FI73B5YNnIDTKOSixgvKXKOff4+iAUVpnLAnRdmW1DbQTjrdeJSiSzfsLJQitQUnSnMrm4hVu5WjA==', 'pending', '[]', NULL, NULL, NULL, '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.connectors VALUES ('cee871c3d009e5b5345ae', 1, 'Away', 'http://localhost:44137/none', '{"type": "none"}', '1y1rk+jGT6r+3MUyF0bJ9K5HUC06V76kYdjRS7ZE', 'none', '[]', NULL, NULL, 'The server answered 404.', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 1, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 2, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 3, 'canvas.interaction', 'canvas', '{"type": "submit", "value": {"selected": ["a"]}, "component": "canvas.question", "tool_call_id": "t1", "interaction_id": "i1", "component_version": "v1"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 4, 'system.shutdown', 'system', '{"face_id": "r2e96b5d07f1ac84390bd", "shutdown_reason": "end_conversation_endpoint_hit"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 5, 'application.transcription_ready', 'application', '{"face_id": "r2e96b5d07f1ac84390bd", "transcript": [{"role": "assistant", "content": "Hello, I am Quiet. How can I help you?", "duration": 0, "timestamp": 1767268800, "inference_id": "13e95a6d-cf89-4068-9f09-fd55dc481af6", "seconds_from_start": 0}, {"role": "user", "content": "When does the pool open?", "duration": 0, "timestamp": 1767268800, "seconds_from_start": 0}, {"role": "assistant", "content": "The pool opens at nine.", "duration": 0, "timestamp": 1767268800, "inference_id": "2e8d8191-de8e-453f-b9c1-fbb9d6a1394f", "seconds_from_start": 0}, {"role": "user", "content": "Who won the world cup of chess?", "duration": 0, "timestamp": 1767268800, "seconds_from_start": 0}, {"role": "assistant", "content": "I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.", "duration": 0, "timestamp": 1767268800, "inference_id": "39b96c6f-ec9d-4f58-9685-254e3c2b08df", "seconds_from_start": 0}]}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 6, 'application.feedback_received', 'application', '{"rating": 4, "comment": "Quick."}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c51ae1dd8b96c387edcd4', 7, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c51ae1dd8b96c387edcd4', 8, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c51ae1dd8b96c387edcd4', 9, 'system.shutdown', 'system', '{"face_id": "r2e96b5d07f1ac84390bd", "shutdown_reason": "end_conversation_endpoint_hit"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c51ae1dd8b96c387edcd4', 10, 'application.transcription_ready', 'application', '{"face_id": "r2e96b5d07f1ac84390bd", "transcript": [{"role": "assistant", "origin": "service", "content": "Before we start: I am an AI system, not a person.", "duration": 0, "timestamp": 1767268800, "inference_id": "03468dac-d18c-4379-a795-c63a5a594616", "seconds_from_start": 0}, {"role": "assistant", "content": "Hello, I am Quiet. How can I help you?", "duration": 0, "timestamp": 1767268800, "inference_id": "702f22e9-4176-4e0e-982e-4e36fd7fa044", "seconds_from_start": 0}, {"role": "user", "content": "What does a ticket cost?", "duration": 0, "timestamp": 1767268800, "seconds_from_start": 0}, {"role": "assistant", "content": "A ticket costs 7 euros.", "duration": 0, "timestamp": 1767268800, "inference_id": "164e06fa-ad82-4475-8733-cb8a02ee4ff8", "seconds_from_start": 0}]}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cdfcb47c00892d90e17da', 11, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:05+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('cdfcb47c00892d90e17da', 12, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:05+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c755c5a6ae9da60f47189', 13, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:05+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c755c5a6ae9da60f47189', 14, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:05+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c63591d00647bece1ec15', 15, 'system.shutdown', 'system', '{"face_id": "r2e96b5d07f1ac84390bd", "shutdown_reason": "end_conversation_endpoint_hit"}', '2026-01-01 12:00:05+00', NULL);
INSERT INTO public.conversations VALUES ('c755c5a6ae9da60f47189', 1, NULL, 'p55f2a88186bd6873184f', 'r2e96b5d07f1ac84390bd', 'Going on', 'active', '{"skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "properties": {"max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "conversation_name": "Going on", "account_callback_url": "http://127.0.0.1:44149/account"}', 'a37d87b67b7668757896ea07505dfea6b9d613afa7f9e4ab4bf186f34556d2e0', '2026-01-01 13:06:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', NULL, NULL, NULL, NULL, 'embedded', 'https://palkit.example/rooms/c755c5a6ae9da60f47189', NULL, NULL, 'xefb61afc69a5dc7b', NULL);
INSERT INTO public.conversations VALUES ('cb9d1f43140c302a9bc43', 1, 'daafce0114ab00bb007c6', 'p55f2a88186bd6873184f', 'r2e96b5d07f1ac84390bd', 'Widget', 'ended', '{"skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "consent": {"version": "2", "accepted_at": "2026-01-01T11:59:00Z"}, "properties": {"enable_recording": true, "max_call_duration": 600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "callback_url": "http://127.0.0.1:44149/deployment", "memory_stores": [], "custom_greeting": null, "account_callback_url": "http://127.0.0.1:44149/account", "conversational_context": "On the page of prices."}', '3e415010353a28d6df16bdc8c28dec2263c5cd44e34480b759c821ea450913ee', '2026-01-01 12:16:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', 'end_conversation_endpoint_hit', NULL, 'embedded', 'https://palkit.example/rooms/cb9d1f43140c302a9bc43', NULL, NULL, 'xefb61afc69a5dc7b', NULL);
INSERT INTO public.conversations VALUES ('c51ae1dd8b96c387edcd4', 1, NULL, 'p55f2a88186bd6873184f', 'r2e96b5d07f1ac84390bd', 'With tags', 'ended', '{"policy": "eu", "skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "properties": {"languages": ["en"], "enable_recording": true, "max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "callback_url": "http://127.0.0.1:44149/refuses/callback", "participant_tags": ["ada"], "conversation_name": "With tags", "account_callback_url": "http://127.0.0.1:44149/account"}', '9b0eeb371040fd055caede28422a037bcdbb8f16bb39e0fe858ce18ab01c65ae', '2026-01-01 13:06:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', 'end_conversation_endpoint_hit', NULL, 'embedded', 'https://palkit.example/rooms/c51ae1dd8b96c387edcd4', NULL, NULL, 'xefb61afc69a5dc7b', NULL);
INSERT INTO public.conversations VALUES ('cdfcb47c00892d90e17da', 1, NULL, 'p8682dd9ead72bef30ee1', 'r2e96b5d07f1ac84390bd', 'With a camera', 'active', '{"skills": {"presentation": {"document_ids": ["db555ae3e7851d859c049"]}}, "properties": {"max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "conversation_name": "With a camera", "account_callback_url": "http://127.0.0.1:44149/account"}', 'de47e3980654cfe5201674a8b0df8f3fe851c925ddd07bfdf507707d44619ec6', '2026-01-01 13:06:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', NULL, NULL, NULL, NULL, 'embedded', 'https://palkit.example/rooms/cdfcb47c00892d90e17da', NULL, NULL, 'xefb61afc69a5dc7b', NULL);
INSERT INTO public.conversations VALUES ('c63591d00647bece1ec15', 1, NULL, 'p55f2a88186bd6873184f', 'r2e96b5d07f1ac84390bd', 'Only tried', 'ended', '{"skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "test_mode": true, "properties": {"max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "conversation_name": "Only tried", "account_callback_url": "http://127.0.0.1:44149/account"}', '8410a7c7912962bd2bfd1be4965d11c2b3e2f2d96d4f39a356f6efc8dd7e86ff', '2026-01-01 13:06:05+00', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', NULL, NULL, '2026-01-01 12:00:05+00', 'end_conversation_endpoint_hit', NULL, 'embedded', 'https://palkit.example/rooms/c63591d00647bece1ec15', NULL, NULL, 'xefb61afc69a5dc7b', NULL);
INSERT INTO public.deployment_visitors VALUES ('daafce0114ab00bb007c6', '273bc175a2714fcf3b92e7cca5bdad88ac65cf2679ba23bf8c05a8b0976345ea', '2026-01-01', 1);
INSERT INTO public.deployments VALUES ('d5f9c9d3b37d24b75e611', 1, 'p55f2a88186bd6873184f', 'embed', 'active', 'Embed', '$argon2id$v=19$m=19456,t=2,p=1$zft8xqYxGRdqsDaJ2o5gaQ$wHp81USQAeR4s9hhNmYGArJJUI3mvYgOXyWDVlQ5l0Q', 2, '{"limits": {"captcha_required": false, "max_call_duration": 3600}, "callback_url": null, "customization": {}, "sealed_actions": null, "allowed_origins": [], "enable_recording": false, "visitor_identity": "open", "sealed_visitor_keys": null}', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.deployments VALUES ('d2999821643d18458f5ad', 1, 'p55f2a88186bd6873184f', 'landing-page', 'active', 'Page', NULL, 2, '{"limits": {"captcha_required": false, "max_call_duration": 3600}, "callback_url": null, "customization": {"landing_page": {"title": "The pool"}}, "sealed_actions": null, "allowed_origins": [], "enable_recording": false, "visitor_identity": "signed", "sealed_visitor_keys": "69J2ZIwJS3gjYjICF1eXxiaS5JACrh+Kok64Fx/aWCEjsUR3moVTM4AbJJvVMpJP9MyxRP1Ox+blubyL+lDXI2GVbzLtnJQwkfBmWksJl8NXbsOiCO0LQqBHzJ0MPQJDvJ+zh0qX2JJ1P8NhFpicNjdAik3f"}', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.deployments VALUES ('de320b833de3fd34b605d', 1, 'p8682dd9ead72bef30ee1', 'widget', 'draft', 'Draft', NULL, 1, '{"limits": {"captcha_required": false, "max_call_duration": 3600}, "callback_url": null, "customization": {}, "sealed_actions": null, "allowed_origins": [], "enable_recording": false, "visitor_identity": "open", "sealed_visitor_keys": null}', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.deployments VALUES ('daafce0114ab00bb007c6', 1, 'p55f2a88186bd6873184f', 'widget', 'active', 'Widget', NULL, 2, '{"limits": {"captcha_required": true, "daily_call_limit": 100, "max_call_duration": 600, "daily_call_limit_per_user": 50}, "callback_url": "http://127.0.0.1:44149/deployment", "customization": {"hours": {"monday": "9 to 5"}, "theme": {"mode": "dark", "accent_color": "#004488"}, "consent": {"text": "We listen.", "version": "2", "required": true}, "own_group": {"anything": [1, 2]}}, "sealed_actions": "D2X3QlFn3MCv4+vtWnJam4dT6I0pn4575ETuSLI7wuBLmRKgemE/xox87lFBKgDDjbb8uV5ybxoTitpWjjCasavHpPgUDPd2GYi6qngvmbY3uHMzj7RSToNGEj0h5f51YXA3b68kTjDg9EiYQ9oaRORK5qKJJS/1IlxH/8n2jDQiOVArvrTEfrv28kb7id9kfGmuPXNmCn/jBa00dBpFpl3rQ47zNCGtdDxJ", "allowed_origins": ["https://pool.example", "https://*.pool.example"], "enable_recording": true, "visitor_identity": "open", "sealed_visitor_keys": null}', 1, 1, '2026-01-01', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.document_chunks VALUES ('d7ff775a002100285a6fc', 0, '# Swimming
The pool opens at nine. A lesson costs 20 euros.
/babies', 'bag-of-words', '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000039000000000000000000000000000000000000000000000000000000003900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005a0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007f000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('d7ff775a002100285a6fc', 1, '# Babies
Babies swim on Mondays with their parents.', 'bag-of-words', '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000550000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a000000000000000000000000000000002a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000034000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000034000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000034000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('d7052a2832705b3437381', 0, 'A ticket costs 7 euros.', 'bag-of-words', '\x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('db555ae3e7851d859c049', 0, 'There are six lanes.
The sauna is warm.', 'bag-of-words', '\x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000039000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000049000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000049000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('dc9e1fcc8216975ab07d1', 0, 'Towels are free.', 'bag-of-words', '\x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000680000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_pages VALUES ('db555ae3e7851d859c049', 1, 'There are six lanes.
The sauna is warm.', '3f2dd95cc9b7b1ab6c2d1023312924581b5d6fb1cc5261e5');
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d7ff775a002100285a6fc', 1, 'Site', '["web"]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 1, 'http://127.0.0.1:39733/', NULL, 'ready', NULL, NULL, '{"depth": 2, "max_pages": 5}', NULL, true, false, '["http://127.0.0.1:39733/", "http://127.0.0.1:39733/babies"]', '2026-01-01 12:00:00+00', 1, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d7052a2832705b3437381', 1, 'Prices', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 2, 'http://127.0.0.1:39733/prices.txt', 'http://127.0.0.1:44149/document', 'ready', NULL, NULL, NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('db555ae3e7851d859c049', 1, 'Deck', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 3, 'http://127.0.0.1:39733/deck.pdf', NULL, 'ready', NULL, NULL, NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d2b0bda3448eaa8926094', 1, 'Missing', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4, 'http://127.0.0.1:39733/missing.pdf', NULL, 'error', NULL, 'file_download_failed', NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('dc9e1fcc8216975ab07d1', 1, 'Towels', '["web", "free"]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 5, 'upload:Towels.txt', NULL, 'ready', NULL, NULL, NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d667400721423ea2281bd', 1, 'Lockers', '[]', '2026-01-01 12:00:05+00', '2026-01-01 12:00:05+00', 6, 'upload:Lockers.txt', NULL, 'processing', 90, NULL, NULL, NULL, false, false, NULL, NULL, 0, NULL, '32846749fdc9600fd0fd931382cead20a2fe7ee03c319fd1');
INSERT INTO public.faces VALUES ('r5f2a9c81d04e7b36a1c2', NULL, 'Mira', '{"asset": "mira", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('r8c41e07b92d35fa6e013', NULL, 'Tomas', '{"asset": "tomas", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('r2e96b5d07f1ac84390bd', NULL, 'Noor', '{"asset": "noor", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('ra07d3f6512be98c47e5f', NULL, 'Pip', '{"asset": "pip", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('rf7f800060815f0255be0', 1, 'Own face', '{"asset": "2bd08d917162e2e8c11bce26d8844a35d02703dc3bb43817", "trained": {"callback_url": "http://127.0.0.1:44149/face", "train_video_url": "http://127.0.0.1:39733/missing.mp4"}, "model_name": "palkit-filmed-1", "error_message": "The training video could not be downloaded: The address answered 404.", "training_progress": "10/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'error');
INSERT INTO public.faces VALUES ('rfd58ac2e61fdc0dc868b', 1, 'Ada', '{"asset": "8ec5cf76acfd57316c1f73f2699a1e6e21f974798dfba4c5", "trained": {"callback_url": null, "train_video_url": "http://127.0.0.1:39733/ada.webm"}, "model_name": "palkit-filmed-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.guardrail_sets VALUES ('g54da4f242efe6cc62211', 1, 'House rules', 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.guardrails VALUES ('7fd5e96a-e906-4be7-a0fd-a15a0e412915', 1, 'g54da4f242efe6cc62211', 0, 1, '{"tags": [], "modality": "verbal", "guardrail_name": "no prices", "guardrail_prompt": "Never promise a discount."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.guardrails VALUES ('b2bf48f7-1b8c-427b-9596-20d148f762d8', 1, 'g54da4f242efe6cc62211', 1, 1, '{"tags": [], "modality": "visual", "callback_url": "http://127.0.0.1:44149/rule", "guardrail_name": "no weapons", "guardrail_prompt": "Never promise a discount."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.guardrails VALUES ('5c09cfbe-e8e4-4c5e-b2e8-361a5d3ac4b2', 1, NULL, 0, 1, '{"tags": ["shop"], "modality": "verbal", "guardrail_name": "alone", "guardrail_prompt": "Never promise a discount."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (1, 'forget callbacks', NULL, 'all', '{}', '2026-01-02 12:00:00+00', 0, false, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (28, 'post-call action', 1, 'cb9d1f43140c302a9bc43.0', '{"position": 0, "conversation_id": "cb9d1f43140c302a9bc43"}', '2026-01-01 12:00:10+00', 0, false, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (32, 'deliver callbacks', 1, 'c51ae1dd8b96c387edcd4', '{}', '2026-01-01 12:00:05.051+00', 0, true, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (44, 'expire recording', 1, 'r4afc8cf179cb5ea307ec', '{"recording_id": "r4afc8cf179cb5ea307ec"}', '2026-01-31 12:00:05+00', 0, false, NULL, NULL, '2026-01-01 12:00:05+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (48, 'process documents', 1, 'd667400721423ea2281bd', '{}', '2026-01-01 12:00:05+00', 1, false, '2026-01-01 12:01:05+00', '1d413ae2ee63fe44', '2026-01-01 12:00:05+00', 0);
INSERT INTO public.kysely_migration VALUES ('0001_first_thread', '2026-11-27T15:11:35.009Z');
INSERT INTO public.kysely_migration VALUES ('0002_memory_stores', '2026-11-27T15:11:35.044Z');
INSERT INTO public.kysely_migration VALUES ('0003_objectives', '2026-11-27T15:11:35.059Z');
INSERT INTO public.kysely_migration VALUES ('0004_guardrails', '2026-11-27T15:11:35.093Z');
INSERT INTO public.kysely_migration VALUES ('0005_jobs', '2026-11-27T15:11:35.109Z');
INSERT INTO public.kysely_migration VALUES ('0006_callbacks', '2026-11-27T15:11:35.151Z');
INSERT INTO public.kysely_migration VALUES ('0010_connectors', '2026-11-27T15:11:35.180Z');
INSERT INTO public.kysely_migration VALUES ('0011_documents', '2026-11-27T15:11:35.219Z');
INSERT INTO public.kysely_migration VALUES ('0012_media', '2026-11-27T15:11:35.251Z');
INSERT INTO public.kysely_migration VALUES ('0020_embeddings', '2026-11-27T15:11:35.260Z');
INSERT INTO public.kysely_migration VALUES ('0030_sealed_layers', '2026-11-27T15:11:35.262Z');
INSERT INTO public.kysely_migration VALUES ('0040_watch', '2026-11-27T15:11:35.265Z');
INSERT INTO public.kysely_migration VALUES ('0050_post_call_actions', '2026-11-27T15:11:35.289Z');
INSERT INTO public.kysely_migration VALUES ('0050_recordings', '2026-11-27T15:11:35.301Z');
INSERT INTO public.kysely_migration VALUES ('0050_sights', '2026-11-27T15:11:35.312Z');
INSERT INTO public.kysely_migration VALUES ('0060_daily', '2026-11-27T15:11:35.318Z');
INSERT INTO public.kysely_migration VALUES ('0061_processes', '2026-11-27T15:11:35.328Z');
INSERT INTO public.kysely_migration VALUES ('0070_document_pages', '2026-11-27T15:11:35.338Z');
INSERT INTO public.kysely_migration VALUES ('0080_sentence_vectors', '2026-11-27T15:11:35.348Z');
INSERT INTO public.kysely_migration VALUES ('0090_account_callbacks', '2026-11-27T15:11:35.361Z');
INSERT INTO public.kysely_migration VALUES ('0100_turn_traces', '2026-11-27T15:11:35.367Z');
INSERT INTO public.kysely_migration VALUES ('0110_document_uploads', '2026-11-27T15:11:35.369Z');
INSERT INTO public.kysely_migration VALUES ('0120_job_crashes', '2026-11-27T15:11:35.370Z');
INSERT INTO public.kysely_migration VALUES ('0140_job_queues', '2026-11-27T15:11:35.376Z');
INSERT INTO public.kysely_migration VALUES ('0150_line_origin', '2026-11-27T15:11:35.376Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.memory_stores VALUES ('ma039f3dd4774f242572a', 1, 'p55f2a88186bd6873184f', 'ada', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.objectives VALUES ('oe95443258da4632f1985', 1, 1, '{"data": [{"callback_url": "http://127.0.0.1:44149/objective", "objective_name": "name", "objective_prompt": "Ask for the name.", "output_variables": ["name"]}, {"objective_name": "day", "objective_prompt": "Ask for the day.", "output_variables": []}]}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pal_skills VALUES ('p55f2a88186bd6873184f', 'magic_canvas', '{"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pal_skills VALUES ('p55f2a88186bd6873184f', 'internet_search', '{}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pal_skills VALUES ('p8682dd9ead72bef30ee1', 'presentation', '{"document_ids": ["db555ae3e7851d859c049"]}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('p8682dd9ead72bef30ee1', 1, 1, '{"layers": {"llm": {"model": "m", "tools": [{"http": {"url": "http://127.0.0.1:44149/book", "method": "POST", "headers": {"sealed": "zLQZQgZ/4lVci9ykS1ZraRjx6N7czxZn2wqXSeq7jLgm+z8hXTe2WYGmn782E3Oz7l4AVqoC8s8vP26EGA=="}}, "type": "function", "function": {"name": "book", "parameters": {"type": "object", "properties": {}}, "description": "Books."}}], "api_key": {"sealed": "peSQr104dLAxSXSBjEIoUpmz8WN3Q9qqMsm18hf58TIsF7opNKJURay6pzaUsg=="}, "base_url": "http://127.0.0.1:39733/v1"}, "mcp": {"connectors": ["cb2f64840a32dcef9c010", "c36d27871e32c8a31891d"], "connector_tools": {"cb2f64840a32dcef9c010": ["stock"]}}, "stt": {"hotwords": "butterfly"}, "tts": {"own_note": "kept", "voice_settings": {"speed": 1.1}}, "perception": {"perception_model": "seer-1", "perception_analysis_queries": ["Is a towel to be seen?"]}}, "pal_name": "Nora", "languages": ["en"], "document_ids": ["d7ff775a002100285a6fc", "d7052a2832705b3437381"], "document_tags": ["free"], "guardrail_ids": ["5c09cfbe-e8e4-4c5e-b2e8-361a5d3ac4b2"], "guardrails_id": "g54da4f242efe6cc62211", "objectives_id": "oe95443258da4632f1985", "pipeline_mode": "full", "system_prompt": "You help at a pool.", "guardrail_tags": ["shop"], "custom_greeting": "Welcome to the pool.", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "always", "verbal_disclosure": "I am a machine.", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('p55f2a88186bd6873184f', 1, 1, '{"layers": {}, "pal_name": "Quiet", "languages": [], "document_ids": ["d7ff775a002100285a6fc", "d7052a2832705b3437381", "db555ae3e7851d859c049", "d2b0bda3448eaa8926094", "dc9e1fcc8216975ab07d1"], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "full", "system_prompt": "Quote.", "guardrail_tags": [], "custom_greeting": "", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('p64d572eb18e0078a5364', 1, 1, '{"layers": {}, "pal_name": "Echo", "languages": [], "document_ids": [], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "echo", "guardrail_tags": [], "custom_greeting": "", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('p06eb8d2f5da05ae20446', 1, 1, '{"layers": {}, "pal_name": "Older", "languages": [], "document_ids": [], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "full", "system_prompt": "Be brief.", "guardrail_tags": [], "custom_greeting": "", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('pe7be8d2bd8071362855c', 2, 1, '{"layers": {}, "pal_name": "Of Bob", "languages": [], "document_ids": [], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "full", "system_prompt": "x", "guardrail_tags": [], "custom_greeting": "", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.perception_frames OVERRIDING SYSTEM VALUE VALUES ('cdfcb47c00892d90e17da', 1, '2026-01-01 12:00:05+00', '\x01');
INSERT INTO public.perception_frames OVERRIDING SYSTEM VALUE VALUES ('cdfcb47c00892d90e17da', 2, '2026-01-01 12:00:05+00', '\x02');
INSERT INTO public.pinned_memories OVERRIDING SYSTEM VALUE VALUES ('pmb8b5342c83dc735a1675', 'ma039f3dd4774f242572a', 1, 'Likes tea.', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.pinned_memories OVERRIDING SYSTEM VALUE VALUES ('pm757d2b33deb80de67710', 'ma039f3dd4774f242572a', 2, 'Swims on Mondays.', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.post_call_actions VALUES ('cb9d1f43140c302a9bc43', 0, 't602343459e2d83c68b8d', 'crm', 'POST', 'V/k1dbxdP4iwpWw39EsFc8rKnClYnhamdQSbBCOzAXNWDhC0euepbCmQaJpI2fWKTXaB3t/NdeF2VlWT1oMsuNdXwrv1cMmo1gCTp5ke9wVh517tXyXF1hjTkgQlD8ymB2c/eUg=', 1);
INSERT INTO public.processes VALUES ('xefb61afc69a5dc7b', 'https://palkit.example', '2026-01-01 12:00:05+00');
INSERT INTO public.recordings VALUES ('r4afc8cf179cb5ea307ec', 'c51ae1dd8b96c387edcd4', 1, '3a750d18e3782e54a0c24cddebab95c535299ff82d247611', 'ready', 0.5, NULL, NULL, NULL, 0, '2026-01-31 12:00:05+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:05+00');
INSERT INTO public.settings VALUES ('secret', 'ee1cffc83a775e6ba66f67b4cbb2410834ebeccea7308bf5b7d0c9b870b0f12f');
INSERT INTO public.speeches VALUES ('sd36e067c13db972cdde1', 1, 'Greeting', '341a910a846b3c599e5210695a79119050e8099f956dd698', '{"script": "Hello.", "face_id": "r2e96b5d07f1ac84390bd", "duration": 0.04}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.spent_captchas VALUES ('e79af2435250636bec9863c28eed11f51cbe1dd86ece7e6bb717d2f8bf027a8e', '2026-01-01 12:05:00+00');
INSERT INTO public.transcript_lines VALUES ('cb9d1f43140c302a9bc43', 0, 'assistant', 'Hello, I am Quiet. How can I help you?', 1767268800, 0, '13e95a6d-cf89-4068-9f09-fd55dc481af6', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('cb9d1f43140c302a9bc43', 1, 'user', 'When does the pool open?', 1767268800, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('cb9d1f43140c302a9bc43', 2, 'assistant', 'The pool opens at nine.', 1767268800, 0, '2e8d8191-de8e-453f-b9c1-fbb9d6a1394f', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('cb9d1f43140c302a9bc43', 3, 'user', 'Who won the world cup of chess?', 1767268800, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('cb9d1f43140c302a9bc43', 4, 'assistant', 'I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.', 1767268800, 0, '39b96c6f-ec9d-4f58-9685-254e3c2b08df', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c51ae1dd8b96c387edcd4', 0, 'assistant', 'Before we start: I am an AI system, not a person.', 1767268800, 0, '03468dac-d18c-4379-a795-c63a5a594616', NULL, 'service');
INSERT INTO public.transcript_lines VALUES ('c51ae1dd8b96c387edcd4', 1, 'assistant', 'Hello, I am Quiet. How can I help you?', 1767268800, 0, '702f22e9-4176-4e0e-982e-4e36fd7fa044', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c51ae1dd8b96c387edcd4', 2, 'user', 'What does a ticket cost?', 1767268800, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c51ae1dd8b96c387edcd4', 3, 'assistant', 'A ticket costs 7 euros.', 1767268800, 0, '164e06fa-ad82-4475-8733-cb8a02ee4ff8', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c755c5a6ae9da60f47189', 0, 'assistant', 'Hello, I am Quiet. How can I help you?', 1767268805, 0, '8f2eea7a-5398-49a4-a166-d1fa2662459b', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c755c5a6ae9da60f47189', 1, 'user', 'Are towels free?', 1767268805, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c755c5a6ae9da60f47189', 2, 'assistant', 'Towels are free.', 1767268805, 0, '764ea165-e53b-48b7-af8a-9cd06e7895c9', NULL, NULL);
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 1, '{"took": 0, "fault": null, "heard": "When does the pool open?", "notes": [{"score": 0.8677, "heading": "Swimming", "document_id": "d7ff775a002100285a6fc", "document_name": "Site"}], "state": "said", "tools": [], "written": "The pool opens at nine.", "requests": [], "timestamp": 1767268800, "first_word": 0, "first_sound": 0, "inference_id": "2e8d8191-de8e-453f-b9c1-fbb9d6a1394f"}', '2026-01-01 12:00:00+00');
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('cb9d1f43140c302a9bc43', 2, '{"took": 0, "fault": null, "heard": "Who won the world cup of chess?", "notes": [{"score": 0.4369, "heading": "Deck", "document_id": "db555ae3e7851d859c049", "document_name": "Deck"}], "state": "said", "tools": [], "written": "I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.", "requests": [], "timestamp": 1767268800, "first_word": 0, "first_sound": 0, "inference_id": "39b96c6f-ec9d-4f58-9685-254e3c2b08df"}', '2026-01-01 12:00:00+00');
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('c51ae1dd8b96c387edcd4', 3, '{"took": 0, "fault": null, "heard": "What does a ticket cost?", "notes": [{"score": 0.969, "heading": "Prices", "document_id": "d7052a2832705b3437381", "document_name": "Prices"}], "state": "said", "tools": [], "written": "A ticket costs 7 euros.", "requests": [], "timestamp": 1767268800, "first_word": 0, "first_sound": 0, "inference_id": "164e06fa-ad82-4475-8733-cb8a02ee4ff8"}', '2026-01-01 12:00:00+00');
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('c755c5a6ae9da60f47189', 4, '{"took": 0, "fault": null, "heard": "Are towels free?", "notes": [{"score": 0.9139, "heading": "Towels", "document_id": "dc9e1fcc8216975ab07d1", "document_name": "Towels"}], "state": "said", "tools": [], "written": "Towels are free.", "requests": [], "timestamp": 1767268805, "first_word": 0, "first_sound": 0, "inference_id": "764ea165-e53b-48b7-af8a-9cd06e7895c9"}', '2026-01-01 12:00:05+00');
INSERT INTO public.videos VALUES ('v8b560848a95727158e00', 1, 'r2e96b5d07f1ac84390bd', 'Film', 'error', '4df44cc0efb4d810ee52d6f3e723e665fdfccead8c3d21bc', '{"script": "", "audio_url": "http://127.0.0.1:39733/missing.wav", "callback_url": "http://127.0.0.1:44149/video", "error_details": "The recording could not be downloaded: The address answered 404.", "background_url": "", "status_details": "The video could not be made.", "generation_progress": "1/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.videos VALUES ('v175747591859266888a5', 1, 'r2e96b5d07f1ac84390bd', 'Short', 'ready', '0d69047e869d9aeda0aa786e2ea67cd5ad72df6be637470f', '{"script": "Hello.", "audio_url": null, "callback_url": null, "error_details": null, "background_url": "", "status_details": "The video is ready.", "generation_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
SELECT pg_catalog.setval('public.callback_attempts_position_seq', 27, true);
SELECT pg_catalog.setval('public.callbacks_position_seq', 30, true);
SELECT pg_catalog.setval('public.canvas_interactions_position_seq', 1, true);
SELECT pg_catalog.setval('public.conversation_events_position_seq', 15, true);
SELECT pg_catalog.setval('public.documents_position_seq', 6, true);
SELECT pg_catalog.setval('public.jobs_id_seq', 48, true);
SELECT pg_catalog.setval('public.perception_frames_position_seq', 2, true);
SELECT pg_catalog.setval('public.pinned_memories_position_seq', 2, true);
SELECT pg_catalog.setval('public.turn_traces_position_seq', 4, true);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.callback_attempts
    ADD CONSTRAINT callback_attempts_pkey PRIMARY KEY (callback_id, "position");
ALTER TABLE ONLY public.callback_secrets
    ADD CONSTRAINT callback_secrets_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.callbacks
    ADD CONSTRAINT callbacks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.canvas_interactions
    ADD CONSTRAINT canvas_interactions_pkey PRIMARY KEY (conversation_id, interaction_id);
ALTER TABLE ONLY public.connector_authorizations
    ADD CONSTRAINT connector_authorizations_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY public.connectors
    ADD CONSTRAINT connectors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.conversation_events
    ADD CONSTRAINT conversation_events_pkey PRIMARY KEY (conversation_id, "position");
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deployment_visitors
    ADD CONSTRAINT deployment_visitors_pkey PRIMARY KEY (deployment_id, visitor, day);
ALTER TABLE ONLY public.deployments
    ADD CONSTRAINT deployments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.document_chunks
    ADD CONSTRAINT document_chunks_pkey PRIMARY KEY (document_id, "position");
ALTER TABLE ONLY public.document_pages
    ADD CONSTRAINT document_pages_file_key UNIQUE (file);
ALTER TABLE ONLY public.document_pages
    ADD CONSTRAINT document_pages_pkey PRIMARY KEY (document_id, page);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.faces
    ADD CONSTRAINT faces_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.guardrail_sets
    ADD CONSTRAINT guardrail_sets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.guardrails
    ADD CONSTRAINT guardrails_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.memory_stores
    ADD CONSTRAINT memory_stores_pal_id_participant_tag_key UNIQUE (pal_id, participant_tag);
ALTER TABLE ONLY public.memory_stores
    ADD CONSTRAINT memory_stores_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.objectives
    ADD CONSTRAINT objectives_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pal_skills
    ADD CONSTRAINT pal_skills_pkey PRIMARY KEY (pal_id, skill_id);
ALTER TABLE ONLY public.pals
    ADD CONSTRAINT pals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.perception_frames
    ADD CONSTRAINT perception_frames_pkey PRIMARY KEY (conversation_id, "position");
ALTER TABLE ONLY public.pinned_memories
    ADD CONSTRAINT pinned_memories_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.post_call_actions
    ADD CONSTRAINT post_call_actions_pkey PRIMARY KEY (conversation_id, "position");
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.recordings
    ADD CONSTRAINT recordings_conversation_id_key UNIQUE (conversation_id);
ALTER TABLE ONLY public.recordings
    ADD CONSTRAINT recordings_file_key UNIQUE (file);
ALTER TABLE ONLY public.recordings
    ADD CONSTRAINT recordings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.speeches
    ADD CONSTRAINT speeches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.spent_captchas
    ADD CONSTRAINT spent_captchas_pkey PRIMARY KEY (signature);
ALTER TABLE ONLY public.transcript_lines
    ADD CONSTRAINT transcript_lines_pkey PRIMARY KEY (conversation_id, "position");
ALTER TABLE ONLY public.turn_traces
    ADD CONSTRAINT turn_traces_pkey PRIMARY KEY ("position");
ALTER TABLE ONLY public.videos
    ADD CONSTRAINT videos_file_key UNIQUE (file);
ALTER TABLE ONLY public.videos
    ADD CONSTRAINT videos_pkey PRIMARY KEY (id);
CREATE INDEX active_conversations ON public.conversations USING btree (deployment_id) WHERE (status = 'active'::text);
CREATE INDEX active_conversations_by_face ON public.conversations USING btree (face_id) WHERE (status = 'active'::text);
CREATE INDEX active_conversations_by_process ON public.conversations USING btree (process_id) WHERE (status = 'active'::text);
CREATE INDEX callbacks_by_account ON public.callbacks USING btree (account_id, "position");
CREATE INDEX callbacks_by_subject ON public.callbacks USING btree (subject, "position");
CREATE INDEX connectors_by_account ON public.connectors USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX conversations_by_account ON public.conversations USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX deployments_by_account ON public.deployments USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX deployments_by_pal ON public.deployments USING btree (pal_id);
CREATE INDEX document_chunks_models ON public.document_chunks USING btree (embedding_model, document_id);
CREATE INDEX documents_by_account ON public.documents USING btree (account_id);
CREATE INDEX documents_by_time ON public.documents USING btree (account_id, created_at DESC, "position" DESC);
CREATE INDEX faces_by_account ON public.faces USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX guardrail_sets_by_account ON public.guardrail_sets USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX guardrails_by_account ON public.guardrails USING btree (account_id, created_at DESC, uuid DESC);
CREATE INDEX guardrails_by_set ON public.guardrails USING btree (set_id, "position");
CREATE UNIQUE INDEX jobs_by_key ON public.jobs USING btree (kind, key);
CREATE INDEX jobs_by_queue ON public.jobs USING btree (kind, COALESCE(account_id, 0), run_at, id);
CREATE INDEX jobs_leased ON public.jobs USING btree (kind, COALESCE(account_id, 0)) WHERE (lease_until IS NOT NULL);
CREATE INDEX memory_stores_by_account ON public.memory_stores USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX objectives_by_account ON public.objectives USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX pals_by_account ON public.pals USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX pinned_memories_by_store ON public.pinned_memories USING btree (store_id, "position");
CREATE UNIQUE INDEX reported_lines ON public.transcript_lines USING btree (conversation_id, line_id);
CREATE INDEX speeches_by_account ON public.speeches USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX turn_traces_of_a_conversation ON public.turn_traces USING btree (conversation_id, "position");
CREATE INDEX videos_by_account ON public.videos USING btree (account_id, created_at DESC, id DESC);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.callback_attempts
    ADD CONSTRAINT callback_attempts_callback_id_fkey FOREIGN KEY (callback_id) REFERENCES public.callbacks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.callback_secrets
    ADD CONSTRAINT callback_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.callbacks
    ADD CONSTRAINT callbacks_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.canvas_interactions
    ADD CONSTRAINT canvas_interactions_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.connector_authorizations
    ADD CONSTRAINT connector_authorizations_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES public.connectors(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.connectors
    ADD CONSTRAINT connectors_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversation_events
    ADD CONSTRAINT conversation_events_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deployment_visitors
    ADD CONSTRAINT deployment_visitors_deployment_id_fkey FOREIGN KEY (deployment_id) REFERENCES public.deployments(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deployments
    ADD CONSTRAINT deployments_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.document_chunks
    ADD CONSTRAINT document_chunks_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.document_pages
    ADD CONSTRAINT document_pages_document_id_fkey FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.faces
    ADD CONSTRAINT faces_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.guardrail_sets
    ADD CONSTRAINT guardrail_sets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.guardrails
    ADD CONSTRAINT guardrails_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.guardrails
    ADD CONSTRAINT guardrails_set_id_fkey FOREIGN KEY (set_id) REFERENCES public.guardrail_sets(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memory_stores
    ADD CONSTRAINT memory_stores_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memory_stores
    ADD CONSTRAINT memory_stores_pal_id_fkey FOREIGN KEY (pal_id) REFERENCES public.pals(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.objectives
    ADD CONSTRAINT objectives_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pal_skills
    ADD CONSTRAINT pal_skills_pal_id_fkey FOREIGN KEY (pal_id) REFERENCES public.pals(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pals
    ADD CONSTRAINT pals_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.perception_frames
    ADD CONSTRAINT perception_frames_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pinned_memories
    ADD CONSTRAINT pinned_memories_store_id_fkey FOREIGN KEY (store_id) REFERENCES public.memory_stores(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.post_call_actions
    ADD CONSTRAINT post_call_actions_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recordings
    ADD CONSTRAINT recordings_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recordings
    ADD CONSTRAINT recordings_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.speeches
    ADD CONSTRAINT speeches_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.transcript_lines
    ADD CONSTRAINT transcript_lines_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.turn_traces
    ADD CONSTRAINT turn_traces_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.videos
    ADD CONSTRAINT videos_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
