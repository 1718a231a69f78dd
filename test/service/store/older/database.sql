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
INSERT INTO public.accounts VALUES (1, '2026-01-01 12:00:00+00', 'http://127.0.0.1:39751/account');
INSERT INTO public.api_keys VALUES ('f6f7979e4c1c08565c2945578631def894443a05cbca8cc810465e25f54251b1', 1, 'key-o…0001', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.api_keys VALUES ('fc7a983b817152c736fc14a05c21453b1e08fb4e2b88a1b154a6e2ab903ac032', 2, 'key-o…0002', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.attempts VALUES ('captchas:127.0.0.1', 1, 1795768451884);
INSERT INTO public.attempts VALUES ('starts:127.0.0.1', 1, 1795768452015);
INSERT INTO public.attempts VALUES ('room:c3a8fff39ae57867718b1:127.0.0.1', 2, 1795768452077);
INSERT INTO public.attempts VALUES ('canvas:c3a8fff39ae57867718b1:127.0.0.1', 1, 1795768452248);
INSERT INTO public.attempts VALUES ('feedback:c3a8fff39ae57867718b1', 1, 1795771992363);
INSERT INTO public.attempts VALUES ('room:ca243b85501e525d96269:127.0.0.1', 1, 1795768452517);
INSERT INTO public.attempts VALUES ('joins of a call:caf24595f801fc706476b', 1, 1795768452606);
INSERT INTO public.attempts VALUES ('joins:127.0.0.1', 1, 1795768452608);
INSERT INTO public.attempts VALUES ('room:c764e01c4ee2270e64d97:127.0.0.1', 1, 1795768452820);
INSERT INTO public.attempts VALUES ('prompt:1', 4, 1795768452904);
INSERT INTO public.attempts VALUES ('prompt:2', 1, 1795768453432);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w081b808c42b5aacc221a', 1, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wd7b6ba8803a3e65a9cbf', 2, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w29723b4c4f7b821e2add', 3, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w17a8e5cf0e26c9513f98', 4, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w2adf30573c28762fa59c', 5, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w5f767d380e37f729d870', 6, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wd1cdc8fbc4a4b62341d2', 7, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w28df35f2c61862804a9c', 8, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w3d62f45971c315d5ede7', 9, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('waecbf46d67f234acaf22', 10, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wcfc5a86adf6c10e27bc2', 11, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w18b87b58522be7afc37c', 12, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w492d07e61190f47d41b5', 13, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wfd90138bf291d53f6a6e', 14, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w4c7b8e6b2126d6f3b820', 15, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w9ae23c76d62b6f4126a3', 16, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w04356e06297ed7456eb6', 17, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w5b89e0cf8c1d31a6b93e', 18, '2026-01-01 12:00:00+00', 500, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('wfb93d88fb8a8b2f165d7', 19, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w3f0971ebfaf0e7899b86', 20, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w7419a2f17f0a33ebcd09', 21, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w40a05abfd77d175127fb', 22, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w83108d0fad92d2969371', 23, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w57eaa970231e8a74db98', 24, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('we0b2f4757d13a9cbaf6c', 25, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('w4b230b26b5daa527e03b', 26, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_attempts OVERRIDING SYSTEM VALUE VALUES ('we40a08f4492eaf2a18f0', 27, '2026-01-01 12:00:00+00', 200, NULL, 0);
INSERT INTO public.callback_secrets VALUES (1, 'q+5anEBlOB+IxsuJUsnSYKbIAFZzv02LSql+H7frpivGHvDHD45stETsCVSh6B4v3En9jMLbuQ6LzLzp9ga7Gwu6fwcwbG4jZBWegneW', '2026-01-01 12:00:00+00');
INSERT INTO public.callback_secrets VALUES (2, 'dRc5l6AJ1l44gt+Q/VsWcqGNQNmq6is/sdglE6YzBR9YV88lp2XPRJvcMFKyEbQQkLXe3JT4S0HDGhPxq5XS17Ql44rADbDpCoXF9rKU', '2026-01-01 12:00:00+00');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w081b808c42b5aacc221a', 1, 'd6b43aaa17ff0567ddd5f', 1, 'http://127.0.0.1:39751/document', NULL, '{"document_id":"d6b43aaa17ff0567ddd5f","document_name":"Prices","document_url":"http://127.0.0.1:35101/prices.txt","status":"processing","progress":0,"created_at":"2026-01-01T12:00:00.000Z","updated_at":"2026-01-01T12:00:00.000Z","callback_url":"http://127.0.0.1:39751/document","tags":[]}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wd7b6ba8803a3e65a9cbf', 1, 'd6b43aaa17ff0567ddd5f', 2, 'http://127.0.0.1:39751/document', NULL, '{"document_id":"d6b43aaa17ff0567ddd5f","document_name":"Prices","document_url":"http://127.0.0.1:35101/prices.txt","status":"ready","progress":null,"created_at":"2026-01-01T12:00:00.000Z","updated_at":"2026-01-01T12:00:00.000Z","callback_url":"http://127.0.0.1:39751/document","tags":[]}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w29723b4c4f7b821e2add', 1, 'r2bfc77042b4b4e355069', 3, 'http://127.0.0.1:39751/face', NULL, '{"replica_id":"r2bfc77042b4b4e355069","status":"error","error_message":"The training video could not be downloaded: The address answered 404."}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w17a8e5cf0e26c9513f98', 1, 'r2bfc77042b4b4e355069', 4, 'http://127.0.0.1:39751/face', NULL, '{"face_id":"r2bfc77042b4b4e355069","status":"error","error_message":"The training video could not be downloaded: The address answered 404."}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w2adf30573c28762fa59c', 1, 'v93f3fd5913b84172a063', 5, 'http://127.0.0.1:39751/video', NULL, '{"video_id":"v93f3fd5913b84172a063","video_name":"Film","status":"error","face_id":"r2e96b5d07f1ac84390bd","data":{"script":"","audio_url":"http://127.0.0.1:35101/missing.wav"},"download_url":null,"hosted_url":"https://palkit.example/v/41867be042bdaf5ed05aeb3ede48ca19580846176ce3193b","stream_url":null,"generation_progress":"1/100","status_details":"The video could not be made.","error_details":"The recording could not be downloaded: The address answered 404.","created_at":"2026-01-01T12:00:00.000Z","updated_at":"2026-01-01T12:00:00.000Z"}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w5f767d380e37f729d870', 1, 'c3a8fff39ae57867718b1', 6, 'http://127.0.0.1:39751/deployment', 'system.pal_joined', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/deployment","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wd1cdc8fbc4a4b62341d2', 1, 'c3a8fff39ae57867718b1', 7, 'http://127.0.0.1:39751/account', 'system.pal_joined', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w28df35f2c61862804a9c', 1, 'c3a8fff39ae57867718b1', 8, 'http://127.0.0.1:39751/deployment', 'system.replica_joined', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/deployment","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w3d62f45971c315d5ede7', 1, 'c3a8fff39ae57867718b1', 9, 'http://127.0.0.1:39751/account', 'system.replica_joined', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('waecbf46d67f234acaf22', 1, 'c3a8fff39ae57867718b1', 10, 'http://127.0.0.1:39751/deployment', 'canvas.interaction', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/deployment","event_type":"canvas.interaction","message_type":"canvas","timestamp":"2026-01-01T12:00:00.000Z","properties":{"interaction_id":"i1","tool_call_id":"t1","component":"canvas.question","component_version":"v1","type":"submit","value":{"selected":["a"]}}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wcfc5a86adf6c10e27bc2', 1, 'c3a8fff39ae57867718b1', 11, 'http://127.0.0.1:39751/account', 'canvas.interaction', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/account","event_type":"canvas.interaction","message_type":"canvas","timestamp":"2026-01-01T12:00:00.000Z","properties":{"interaction_id":"i1","tool_call_id":"t1","component":"canvas.question","component_version":"v1","type":"submit","value":{"selected":["a"]}}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w18b87b58522be7afc37c', 1, 'c3a8fff39ae57867718b1', 12, 'http://127.0.0.1:39751/deployment', 'system.shutdown', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/deployment","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w492d07e61190f47d41b5', 1, 'c3a8fff39ae57867718b1', 13, 'http://127.0.0.1:39751/account', 'system.shutdown', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w9ae23c76d62b6f4126a3', 1, 'c3a8fff39ae57867718b1', 16, 'http://127.0.0.1:39751/deployment', 'application.feedback_received', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/deployment","event_type":"application.feedback_received","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"rating":4,"comment":"Quick."}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w5b89e0cf8c1d31a6b93e', 1, 'ca243b85501e525d96269', 18, 'http://127.0.0.1:39751/refuses/callback', 'system.pal_joined', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/refuses/callback","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'pending', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:04.266+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wfb93d88fb8a8b2f165d7', 1, 'ca243b85501e525d96269', 19, 'http://127.0.0.1:39751/account', 'system.pal_joined', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wfd90138bf291d53f6a6e', 1, 'c3a8fff39ae57867718b1', 14, 'http://127.0.0.1:39751/deployment', 'application.transcription_ready', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/deployment","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"29739273-9cb9-483b-8231-548bed10288d"},{"role":"user","content":"When does the pool open?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"The pool opens at nine.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"c86119a9-155e-47c8-9095-d8679d6e83d5"},{"role":"user","content":"Who won the world cup of chess?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"3e01ed89-c650-405f-b79f-06053dcb318b"}]}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w4c7b8e6b2126d6f3b820', 1, 'c3a8fff39ae57867718b1', 15, 'http://127.0.0.1:39751/account', 'application.transcription_ready', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/account","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"29739273-9cb9-483b-8231-548bed10288d"},{"role":"user","content":"When does the pool open?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"The pool opens at nine.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"c86119a9-155e-47c8-9095-d8679d6e83d5"},{"role":"user","content":"Who won the world cup of chess?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"3e01ed89-c650-405f-b79f-06053dcb318b"}]}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w04356e06297ed7456eb6', 1, 'c3a8fff39ae57867718b1', 17, 'http://127.0.0.1:39751/account', 'application.feedback_received', '{"conversation_id":"c3a8fff39ae57867718b1","webhook_url":"http://127.0.0.1:39751/account","event_type":"application.feedback_received","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"rating":4,"comment":"Quick."}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wb7f8e4626a75280f8c2f', 1, 'ca243b85501e525d96269', 22, 'http://127.0.0.1:39751/refuses/callback', 'system.shutdown', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/refuses/callback","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'pending', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('wce981c43897c9201170d', 1, 'ca243b85501e525d96269', 24, 'http://127.0.0.1:39751/refuses/callback', 'application.transcription_ready', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/refuses/callback","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Before we start: I am an AI system, not a person.","origin":"service","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"b983ad91-2ec4-482d-9212-a73e1031d1f6"},{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"a39b2e35-2498-47be-98a1-500e5eb100cd"},{"role":"user","content":"What does a ticket cost?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"A ticket costs 7 euros.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"ce7dfd4c-60dd-431e-ae40-a0034f83c462"}]}}', 'pending', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w7419a2f17f0a33ebcd09', 1, 'ca243b85501e525d96269', 23, 'http://127.0.0.1:39751/account', 'system.shutdown', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w40a05abfd77d175127fb', 1, 'ca243b85501e525d96269', 25, 'http://127.0.0.1:39751/account', 'application.transcription_ready', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/account","event_type":"application.transcription_ready","message_type":"application","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","transcript":[{"role":"assistant","content":"Before we start: I am an AI system, not a person.","origin":"service","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"b983ad91-2ec4-482d-9212-a73e1031d1f6"},{"role":"assistant","content":"Hello, I am Quiet. How can I help you?","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"a39b2e35-2498-47be-98a1-500e5eb100cd"},{"role":"user","content":"What does a ticket cost?","timestamp":1767268800,"seconds_from_start":0,"duration":0},{"role":"assistant","content":"A ticket costs 7 euros.","timestamp":1767268800,"seconds_from_start":0,"duration":0,"inference_id":"ce7dfd4c-60dd-431e-ae40-a0034f83c462"}]}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w83108d0fad92d2969371', 1, 'caf24595f801fc706476b', 26, 'http://127.0.0.1:39751/account', 'system.pal_joined', '{"conversation_id":"caf24595f801fc706476b","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w57eaa970231e8a74db98', 1, 'caf24595f801fc706476b', 27, 'http://127.0.0.1:39751/account', 'system.replica_joined', '{"conversation_id":"caf24595f801fc706476b","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w7e89fdc8404e7e124a50', 1, 'ca243b85501e525d96269', 20, 'http://127.0.0.1:39751/refuses/callback', 'system.replica_joined', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/refuses/callback","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'pending', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w3f0971ebfaf0e7899b86', 1, 'ca243b85501e525d96269', 21, 'http://127.0.0.1:39751/account', 'system.replica_joined', '{"conversation_id":"ca243b85501e525d96269","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('we0b2f4757d13a9cbaf6c', 1, 'c764e01c4ee2270e64d97', 28, 'http://127.0.0.1:39751/account', 'system.pal_joined', '{"conversation_id":"c764e01c4ee2270e64d97","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.pal_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('w4b230b26b5daa527e03b', 1, 'c764e01c4ee2270e64d97', 29, 'http://127.0.0.1:39751/account', 'system.replica_joined', '{"conversation_id":"c764e01c4ee2270e64d97","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.replica_joined","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.callbacks OVERRIDING SYSTEM VALUE VALUES ('we40a08f4492eaf2a18f0', 1, 'c041019b8806368955480', 30, 'http://127.0.0.1:39751/account', 'system.shutdown', '{"conversation_id":"c041019b8806368955480","webhook_url":"http://127.0.0.1:39751/account","event_type":"system.shutdown","message_type":"system","timestamp":"2026-01-01T12:00:00.000Z","properties":{"face_id":"r2e96b5d07f1ac84390bd","shutdown_reason":"end_conversation_endpoint_hit"}}', 'delivered', 1, 0, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'account');
INSERT INTO public.canvas_interactions OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 'i1', '{"type": "submit", "value": {"selected": ["a"]}, "component": "canvas.question", "tool_call_id": "t1", "interaction_id": "i1", "component_version": "v1"}', 1, '2026-01-01 12:00:00+00');
INSERT INTO public.connector_authorizations VALUES ('27d0932ac0e7345a844ba9f407ac88f76fc0e2953c2603c3e298e6f23b163243', 'c569acd2de1c844bf3048', '/L1djcRt994ZXIMlzpa5ddx1C/rV0sG/pK3W9iEMvTTdPSerW0oUqUCbMx04YpZpQbJB/JQd6ijGpqOhzE0wbbV/1k39dDo=', '2026-01-01 12:10:00+00');
INSERT INTO public.connectors VALUES ('cb95db270c2e8e270a995', 1, 'Open', 'http://localhost:46097/open', '{"type": "none"}', 'I9vxHY3uohRGH1OLMscdSTnzoj5rICJwWLAbEVt2', 'none', '[]', NULL, '2026-01-01 12:00:00+00', NULL, '[{"name": "stock", "read_only": true, "description": "How many of an article are in stock.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}, {"name": "reserve", "description": "Reserves an article.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.connectors VALUES ('ca1cd5845f0bbd0b8e846', 1, 'Bearer', 'http://localhost:46097/bearer', '{"type": "bearer"}', 'XhFK+iO8bGS+tZ3QdyAMlmfLiDALlD08ZWpMY0BeBlY9bIFmOli+WSyxo7oxnCco', 'none', '[]', NULL, '2026-01-01 12:00:00+00', NULL, '[{"name": "stock", "read_only": true, "description": "How many of an article are in stock.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}, {"name": "reserve", "description": "Reserves an article.", "input_schema": {"type": "object", "$schema": "http://json-schema.org/draft-07/schema#", "required": ["article"], "properties": {"article": {"type": "string"}}}}]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.connectors VALUES ('c569acd2de1c844bf3048', 1, 'OAuth', 'http://localhost:46097/oauth', '{"type": "oauth2"}', 'a10BbZRV5mDMMuZDnA3pvfj93Tw9oIXHi87mI+YiErcJOGpLB2GmNVN00wwb6V9EjR0dNB0M4Gd4FEEGcwyGpRuz+Mr8FOVGggWf/XcpKN7blK96yKTjVIyyOg4++hk5Vyv9kdGigPO8cJcyVvWpDqpz8cG1OPn7buaMEaRhBqjiRxYUp5kedQiMDveevOBBxbqJAmC/s8q3XO4Ipv6WAvK6YC9m+i6TUBnH30b1D9YMybBUiUubg5QCkFoTIXyHX6Zmh2Ze+Pb0Gk1QLQnHJ0G5m7dxTJ1Wf0Bsx9vVT3foA2x0mFxhE+0Se48gmuZr6HzTut8stwW6rHnzO0re8qRKhdKwlMrHlT4Nza2n2pR8rHjzIIQ6OEQZhvexfH0NmzWgA6zFwCptMhqPwfsujZMHHIGEAyQzjbWmE6lWte6vnoS1sRSGvaaoTBdK8BH/ttlqb2q7uYfiwqz+HI+ugecG90eeeatwyGYETsl7mNeUaM5Ox9VEL8LZOnIjXiBviPVswUrqEE70dJZqBQJ/FuxpCdN/FvjqeBxXh2KLDUWLh4lb8Novl+w6BnNU+wF4oc8pknkWvOXqY7uo0OefxdfL40Mc3z+nThHmMbIl62780Tz5sQgi5LabeP32kJSDUxAVQBx7ke0ToGOVG4LXAvp7+ZvXPdIdYM2UovJdBKiUbI5WXABgJcb8Ral9qsioOYd11MsBTbO6PQq09qlSJOuNvOok/C+tHPoBJ9z3eR6NRAQpW6KdoVnK8PSIyvQU/N2iJOd6oeDNk628QIFh47h+I1XnkZdo1lKCUMku5rTkWhXGIg0hJ/qBSEypDOCaoeS4yFhRGtsCx4uuMXp8s6evNVyO39kSP7mkdLRvCUBVBmiT+77ILytW7AToUb77k5W5A+05R9Q6x3lHLkZleIXHioSdaVM9w6ev92IWlzUNs6TpBe7J4P5p0mXnmi93kzZmLJM4h6G1oi6GcKyU4SoHw4RL5eLqDN3BC0TPCWTPQ4PLtv8v5kALB9u1OCxDtFYHSsI+FZwy/mwdSQjrUSQibQ66QNH9B8j7klcsXKrhHTByczSlcwhX1LhaDv6MOVOD1gtI1xjr+kYlLFdqYjCHRMOox9w64/f0l8BpnutV9pr0zzNScvgH3GYj2nvtP+ml6letEdHmtf3lwOVQ5/f75HZZRCNozxqOje0MhxBETwqbsVdsUklqwnCiQqVe1jP65Lq7X7Joe+nqwblmM6j2kPvMStv1dLLP/xVfu9y/doVmVPH1VkZ+W2XEG4KBkx/vzony/JP/JPZopjhVUQRJXEw/zsliZrkkBcDYXsk+QhhPTiQET8zjycxKwSN/j2LAElm4zZerxGnyQW05QTdmD0bdB2yWt/9TAZl0AKKRwazuca28s45zuIYwvLcaWDKXeLJ+QlVe+aA4dN9oUhU5yg==', 'pending', '[]', NULL, NULL, NULL, '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.connectors VALUES ('ca9b1b024e0f50c916b8c', 1, 'Away', 'http://localhost:46097/none', '{"type": "none"}', 'EiM1CZ9271lt3ZLPQw1ift2axNbSAqcOgxrcEo2v', 'none', '[]', NULL, NULL, 'The server answered 404.', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 1, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 2, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 3, 'canvas.interaction', 'canvas', '{"type": "submit", "value": {"selected": ["a"]}, "component": "canvas.question", "tool_call_id": "t1", "interaction_id": "i1", "component_version": "v1"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 4, 'system.shutdown', 'system', '{"face_id": "r2e96b5d07f1ac84390bd", "shutdown_reason": "end_conversation_endpoint_hit"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 5, 'application.transcription_ready', 'application', '{"face_id": "r2e96b5d07f1ac84390bd", "transcript": [{"role": "assistant", "content": "Hello, I am Quiet. How can I help you?", "duration": 0, "timestamp": 1767268800, "inference_id": "29739273-9cb9-483b-8231-548bed10288d", "seconds_from_start": 0}, {"role": "user", "content": "When does the pool open?", "duration": 0, "timestamp": 1767268800, "seconds_from_start": 0}, {"role": "assistant", "content": "The pool opens at nine.", "duration": 0, "timestamp": 1767268800, "inference_id": "c86119a9-155e-47c8-9095-d8679d6e83d5", "seconds_from_start": 0}, {"role": "user", "content": "Who won the world cup of chess?", "duration": 0, "timestamp": 1767268800, "seconds_from_start": 0}, {"role": "assistant", "content": "I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.", "duration": 0, "timestamp": 1767268800, "inference_id": "3e01ed89-c650-405f-b79f-06053dcb318b", "seconds_from_start": 0}]}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 6, 'application.feedback_received', 'application', '{"rating": 4, "comment": "Quick."}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('ca243b85501e525d96269', 7, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('ca243b85501e525d96269', 8, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('ca243b85501e525d96269', 9, 'system.shutdown', 'system', '{"face_id": "r2e96b5d07f1ac84390bd", "shutdown_reason": "end_conversation_endpoint_hit"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('ca243b85501e525d96269', 10, 'application.transcription_ready', 'application', '{"face_id": "r2e96b5d07f1ac84390bd", "transcript": [{"role": "assistant", "origin": "service", "content": "Before we start: I am an AI system, not a person.", "duration": 0, "timestamp": 1767268800, "inference_id": "b983ad91-2ec4-482d-9212-a73e1031d1f6", "seconds_from_start": 0}, {"role": "assistant", "content": "Hello, I am Quiet. How can I help you?", "duration": 0, "timestamp": 1767268800, "inference_id": "a39b2e35-2498-47be-98a1-500e5eb100cd", "seconds_from_start": 0}, {"role": "user", "content": "What does a ticket cost?", "duration": 0, "timestamp": 1767268800, "seconds_from_start": 0}, {"role": "assistant", "content": "A ticket costs 7 euros.", "duration": 0, "timestamp": 1767268800, "inference_id": "ce7dfd4c-60dd-431e-ae40-a0034f83c462", "seconds_from_start": 0}]}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('caf24595f801fc706476b', 11, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('caf24595f801fc706476b', 12, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c764e01c4ee2270e64d97', 13, 'system.pal_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c764e01c4ee2270e64d97', 14, 'system.replica_joined', 'system', '{"face_id": "r2e96b5d07f1ac84390bd"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversation_events OVERRIDING SYSTEM VALUE VALUES ('c041019b8806368955480', 15, 'system.shutdown', 'system', '{"face_id": "r2e96b5d07f1ac84390bd", "shutdown_reason": "end_conversation_endpoint_hit"}', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.conversations VALUES ('c764e01c4ee2270e64d97', 1, NULL, 'p66ca8eb3c3eab13770ac', 'r2e96b5d07f1ac84390bd', 'Going on', 'active', '{"skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "properties": {"max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "conversation_name": "Going on", "account_callback_url": "http://127.0.0.1:39751/account"}', '2e14a7ca98de45df5216de082d0b6a3b60aa21359418efdb1568a19ed88584dc', '2026-01-01 13:06:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'embedded', 'https://palkit.example/rooms/c764e01c4ee2270e64d97', NULL, NULL, 'x12cb959990065702', NULL);
INSERT INTO public.conversations VALUES ('c3a8fff39ae57867718b1', 1, 'df5f0f480a5a141fb4a4e', 'p66ca8eb3c3eab13770ac', 'r2e96b5d07f1ac84390bd', 'Widget', 'ended', '{"skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "consent": {"version": "2", "accepted_at": "2026-01-01T11:59:00Z"}, "properties": {"enable_recording": true, "max_call_duration": 600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "callback_url": "http://127.0.0.1:39751/deployment", "memory_stores": [], "custom_greeting": null, "account_callback_url": "http://127.0.0.1:39751/account", "conversational_context": "On the page of prices."}', '84f8aee0e15b111ae55d16351c033f6c6b9557f740ed950766d1a345f03be3ea', '2026-01-01 12:16:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', 'end_conversation_endpoint_hit', NULL, 'embedded', 'https://palkit.example/rooms/c3a8fff39ae57867718b1', NULL, NULL, 'x12cb959990065702', NULL);
INSERT INTO public.conversations VALUES ('ca243b85501e525d96269', 1, NULL, 'p66ca8eb3c3eab13770ac', 'r2e96b5d07f1ac84390bd', 'With tags', 'ended', '{"policy": "eu", "skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "properties": {"languages": ["en"], "enable_recording": true, "max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "callback_url": "http://127.0.0.1:39751/refuses/callback", "participant_tags": ["ada"], "conversation_name": "With tags", "account_callback_url": "http://127.0.0.1:39751/account"}', 'fa25d9bb7e267d736ec529809ead87f7b525d3e3488309dc206b5328e00351d3', '2026-01-01 13:06:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, '2026-01-01 12:00:00+00', 'end_conversation_endpoint_hit', NULL, 'embedded', 'https://palkit.example/rooms/ca243b85501e525d96269', NULL, NULL, 'x12cb959990065702', NULL);
INSERT INTO public.conversations VALUES ('caf24595f801fc706476b', 1, NULL, 'pa81b8375f11511c8924c', 'r2e96b5d07f1ac84390bd', 'With a camera', 'active', '{"skills": {"presentation": {"document_ids": ["d5ee89da7b2a8c6002895"]}}, "properties": {"max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "conversation_name": "With a camera", "account_callback_url": "http://127.0.0.1:39751/account"}', '4567ab8e870d8a4ddc3595397f03ad961d23e508f406fde4c17a8074f03b294d', '2026-01-01 13:06:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, NULL, NULL, NULL, 'embedded', 'https://palkit.example/rooms/caf24595f801fc706476b', NULL, NULL, 'x12cb959990065702', NULL);
INSERT INTO public.conversations VALUES ('c041019b8806368955480', 1, NULL, 'p66ca8eb3c3eab13770ac', 'r2e96b5d07f1ac84390bd', 'Only tried', 'ended', '{"skills": {"magic_canvas": {"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}, "internet_search": {}}, "test_mode": true, "properties": {"max_call_duration": 3600, "participant_left_timeout": 0, "participant_absent_timeout": 300}, "conversation_name": "Only tried", "account_callback_url": "http://127.0.0.1:39751/account"}', '02a8236d3dd68f9c3e6922c7f599bdfc2693bff377d64b323c1f2439be169d5f', '2026-01-01 13:06:00+00', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL, NULL, '2026-01-01 12:00:00+00', 'end_conversation_endpoint_hit', NULL, 'embedded', 'https://palkit.example/rooms/c041019b8806368955480', NULL, NULL, 'x12cb959990065702', NULL);
INSERT INTO public.deployment_visitors VALUES ('df5f0f480a5a141fb4a4e', '60d5eaf8bcfddf4ec1cdf973bc3b02c3a6217fba3a7cf15744fa7d10eb1ca9c6', '2026-01-01', 1);
INSERT INTO public.deployments VALUES ('dce808efc5dddc22f7c50', 1, 'p66ca8eb3c3eab13770ac', 'embed', 'active', 'Embed', '$argon2id$v=19$m=19456,t=2,p=1$10Or2dwXdRZJsJQ+Hj9XwQ$TdGdTsqCj53vWkp99/luAlHIpy1xQDSHzvFev78bAqU', 2, '{"limits": {"captcha_required": false, "max_call_duration": 3600}, "callback_url": null, "customization": {}, "sealed_actions": null, "allowed_origins": [], "enable_recording": false, "visitor_identity": "open", "sealed_visitor_keys": null}', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.deployments VALUES ('d41bdc4ed90547fc1e928', 1, 'p66ca8eb3c3eab13770ac', 'landing-page', 'active', 'Page', NULL, 2, '{"limits": {"captcha_required": false, "max_call_duration": 3600}, "callback_url": null, "customization": {"landing_page": {"title": "The pool"}}, "sealed_actions": null, "allowed_origins": [], "enable_recording": false, "visitor_identity": "signed", "sealed_visitor_keys": "9HmYUkTL2P3l8nFiAhfTI/ldajcy8/JRkHwh88Y6sETXnQIJvsfu3W8U8bpU0oytnFdXkaRLsyf8t1bYSrJ6xPbBe54satpODhVjOCK6tyKYrwepS3gj+5dHMKGiqBgdU6qaakt+IyzjmZKF6t2yepqYqMBO"}', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.deployments VALUES ('d0d602c57e99acda144dc', 1, 'pa81b8375f11511c8924c', 'widget', 'draft', 'Draft', NULL, 1, '{"limits": {"captcha_required": false, "max_call_duration": 3600}, "callback_url": null, "customization": {}, "sealed_actions": null, "allowed_origins": [], "enable_recording": false, "visitor_identity": "open", "sealed_visitor_keys": null}', 0, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.deployments VALUES ('df5f0f480a5a141fb4a4e', 1, 'p66ca8eb3c3eab13770ac', 'widget', 'active', 'Widget', NULL, 2, '{"limits": {"captcha_required": true, "daily_call_limit": 100, "max_call_duration": 600, "daily_call_limit_per_user": 50}, "callback_url": "http://127.0.0.1:39751/deployment", "customization": {"hours": {"monday": "9 to 5"}, "theme": {"mode": "dark", "accent_color": "#004488"}, "consent": {"text": "We listen.", "version": "2", "required": true}, "own_group": {"anything": [1, 2]}}, "sealed_actions": "dm2kpoDbgGiUYA+RH78RQVJkYIrNuQ147fcIHvMdoco+6j/QHb7qNsyYuZWYin55tE5zB/OBrAgKKCo6b3FPZ65KbR5oiWrBWuKkrjxMV85GxlzaTsEWaloFiijoV603m29Dya06ojU5wiKb34DsPpH1HMnI9vRdKL+WzxyCoCPBmyObsFUfmzCrxYVEwtUmEm1kpIValM8JOPgGFTH6jhJk2aTHcVJD6WW4", "allowed_origins": ["https://pool.example", "https://*.pool.example"], "enable_recording": true, "visitor_identity": "open", "sealed_visitor_keys": null}', 1, 1, '2026-01-01', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.document_chunks VALUES ('d7e1928190fdf228f5f4a', 0, '# Swimming
The pool opens at nine. A lesson costs 20 euros.
/babies', 'bag-of-words', '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000039000000000000000000000000000000000000000000000000000000003900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005a0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007f000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('d7e1928190fdf228f5f4a', 1, '# Babies
Babies swim on Mondays with their parents.', 'bag-of-words', '\x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000550000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a000000000000000000000000000000002a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000034000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000034000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000034000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('d6b43aaa17ff0567ddd5f', 0, 'A ticket costs 7 euros.', 'bag-of-words', '\x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('d5ee89da7b2a8c6002895', 0, 'There are six lanes.
The sauna is warm.', 'bag-of-words', '\x00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000039000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000390000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000400000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000049000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000490000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000049000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_chunks VALUES ('dfece8565851d7323a75c', 0, 'Towels are free.', 'bag-of-words', '\x0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000340000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000680000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.document_pages VALUES ('d5ee89da7b2a8c6002895', 1, 'There are six lanes.
The sauna is warm.', '249362bc7bec10ec26c9133a1afec6a88443a9d970d69583');
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d7e1928190fdf228f5f4a', 1, 'Site', '["web"]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 1, 'http://127.0.0.1:35101/', NULL, 'ready', NULL, NULL, '{"depth": 2, "max_pages": 5}', NULL, true, false, '["http://127.0.0.1:35101/", "http://127.0.0.1:35101/babies"]', '2026-01-01 12:00:00+00', 1, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d6b43aaa17ff0567ddd5f', 1, 'Prices', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 2, 'http://127.0.0.1:35101/prices.txt', 'http://127.0.0.1:39751/document', 'ready', NULL, NULL, NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d5ee89da7b2a8c6002895', 1, 'Deck', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 3, 'http://127.0.0.1:35101/deck.pdf', NULL, 'ready', NULL, NULL, NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('d03f8599660b582bc39ad', 1, 'Missing', '[]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 4, 'http://127.0.0.1:35101/missing.pdf', NULL, 'error', NULL, 'file_download_failed', NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.documents OVERRIDING SYSTEM VALUE VALUES ('dfece8565851d7323a75c', 1, 'Towels', '["web", "free"]', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 5, 'upload:towels.txt', NULL, 'ready', NULL, NULL, NULL, NULL, false, false, NULL, NULL, 0, NULL, NULL);
INSERT INTO public.faces VALUES ('r5f2a9c81d04e7b36a1c2', NULL, 'Mira', '{"asset": "mira", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('r8c41e07b92d35fa6e013', NULL, 'Tomas', '{"asset": "tomas", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('r2e96b5d07f1ac84390bd', NULL, 'Noor', '{"asset": "noor", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('ra07d3f6512be98c47e5f', NULL, 'Pip', '{"asset": "pip", "model_name": "palkit-drawn-1", "error_message": null, "training_progress": "100/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'completed');
INSERT INTO public.faces VALUES ('r2bfc77042b4b4e355069', 1, 'Own face', '{"asset": "11803cfcfe2cccf64d0ac77760387c3113e23c5276d9412f", "trained": {"callback_url": "http://127.0.0.1:39751/face", "train_video_url": "http://127.0.0.1:35101/missing.mp4"}, "model_name": "palkit-filmed-1", "error_message": "The training video could not be downloaded: The address answered 404.", "training_progress": "10/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', 'error');
INSERT INTO public.guardrail_sets VALUES ('g3c858d14e9a03b2feb03', 1, 'House rules', 1, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.guardrails VALUES ('a8dd266f-820e-439a-b956-cc3581cb924d', 1, 'g3c858d14e9a03b2feb03', 0, 1, '{"tags": [], "modality": "verbal", "guardrail_name": "no prices", "guardrail_prompt": "Never promise a discount."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.guardrails VALUES ('c90af624-0eb0-4c9b-9826-cd1dcc21e371', 1, 'g3c858d14e9a03b2feb03', 1, 1, '{"tags": [], "modality": "visual", "callback_url": "http://127.0.0.1:39751/rule", "guardrail_name": "no weapons", "guardrail_prompt": "Never promise a discount."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.guardrails VALUES ('cfca4a75-77f8-4e46-aab0-b79c085f3498', 1, NULL, 0, 1, '{"tags": ["shop"], "modality": "verbal", "guardrail_name": "alone", "guardrail_prompt": "Never promise a discount."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (1, 'forget callbacks', NULL, 'all', '{}', '2026-01-02 12:00:00+00', 0, false, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (26, 'post-call action', 1, 'c3a8fff39ae57867718b1.0', '{"position": 0, "conversation_id": "c3a8fff39ae57867718b1"}', '2026-01-01 12:00:10+00', 0, false, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (27, 'film recording', 1, 'rf02810df67252e7ea314', '{"recording_id": "rf02810df67252e7ea314"}', '2026-01-01 12:00:03+00', 0, false, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (30, 'deliver callbacks', 1, 'ca243b85501e525d96269', '{}', '2026-01-01 12:00:04.266+00', 0, true, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.jobs OVERRIDING SYSTEM VALUE VALUES (38, 'film recording', 1, 'ra35ec91dd168eaeaa967', '{"recording_id": "ra35ec91dd168eaeaa967"}', '2026-01-01 12:00:03+00', 0, false, NULL, NULL, '2026-01-01 12:00:00+00', 0);
INSERT INTO public.kysely_migration VALUES ('0001_first_thread', '2026-11-27T08:33:06.532Z');
INSERT INTO public.kysely_migration VALUES ('0002_memory_stores', '2026-11-27T08:33:06.541Z');
INSERT INTO public.kysely_migration VALUES ('0003_objectives', '2026-11-27T08:33:06.548Z');
INSERT INTO public.kysely_migration VALUES ('0004_guardrails', '2026-11-27T08:33:06.555Z');
INSERT INTO public.kysely_migration VALUES ('0005_jobs', '2026-11-27T08:33:06.563Z');
INSERT INTO public.kysely_migration VALUES ('0006_callbacks', '2026-11-27T08:33:06.573Z');
INSERT INTO public.kysely_migration VALUES ('0010_connectors', '2026-11-27T08:33:06.584Z');
INSERT INTO public.kysely_migration VALUES ('0011_documents', '2026-11-27T08:33:06.599Z');
INSERT INTO public.kysely_migration VALUES ('0012_media', '2026-11-27T08:33:06.612Z');
INSERT INTO public.kysely_migration VALUES ('0020_embeddings', '2026-11-27T08:33:06.613Z');
INSERT INTO public.kysely_migration VALUES ('0030_sealed_layers', '2026-11-27T08:33:06.614Z');
INSERT INTO public.kysely_migration VALUES ('0040_watch', '2026-11-27T08:33:06.615Z');
INSERT INTO public.kysely_migration VALUES ('0050_post_call_actions', '2026-11-27T08:33:06.618Z');
INSERT INTO public.kysely_migration VALUES ('0050_recordings', '2026-11-27T08:33:06.622Z');
INSERT INTO public.kysely_migration VALUES ('0050_sights', '2026-11-27T08:33:06.628Z');
INSERT INTO public.kysely_migration VALUES ('0060_daily', '2026-11-27T08:33:06.630Z');
INSERT INTO public.kysely_migration VALUES ('0061_processes', '2026-11-27T08:33:06.633Z');
INSERT INTO public.kysely_migration VALUES ('0070_document_pages', '2026-11-27T08:33:06.636Z');
INSERT INTO public.kysely_migration VALUES ('0080_sentence_vectors', '2026-11-27T08:33:06.638Z');
INSERT INTO public.kysely_migration VALUES ('0090_account_callbacks', '2026-11-27T08:33:06.640Z');
INSERT INTO public.kysely_migration VALUES ('0100_turn_traces', '2026-11-27T08:33:06.648Z');
INSERT INTO public.kysely_migration VALUES ('0110_document_uploads', '2026-11-27T08:33:06.649Z');
INSERT INTO public.kysely_migration VALUES ('0120_job_crashes', '2026-11-27T08:33:06.650Z');
INSERT INTO public.kysely_migration VALUES ('0140_job_queues', '2026-11-27T08:33:06.652Z');
INSERT INTO public.kysely_migration VALUES ('0150_line_origin', '2026-11-27T08:33:06.653Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.memory_stores VALUES ('mfdd90915f9724440b102', 1, 'p66ca8eb3c3eab13770ac', 'ada', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.objectives VALUES ('o29d3b315a817240cb396', 1, 1, '{"data": [{"callback_url": "http://127.0.0.1:39751/objective", "objective_name": "name", "objective_prompt": "Ask for the name.", "output_variables": ["name"]}, {"objective_name": "day", "objective_prompt": "Ask for the day.", "output_variables": []}]}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pal_skills VALUES ('p66ca8eb3c3eab13770ac', 'magic_canvas', '{"components": {"chart": {"enabled": false}}, "usage_guidance": "Show cards."}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pal_skills VALUES ('p66ca8eb3c3eab13770ac', 'internet_search', '{}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pal_skills VALUES ('pa81b8375f11511c8924c', 'presentation', '{"document_ids": ["d5ee89da7b2a8c6002895"]}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('pa81b8375f11511c8924c', 1, 1, '{"layers": {"llm": {"model": "m", "tools": [{"http": {"url": "http://127.0.0.1:39751/book", "method": "POST", "headers": {"sealed": "xp57HaANQMYht/qtyySXSczFWvjTuc6E+3LJlxAUiHXRCGG49lsrM3KJJzUNGxjzHSvb6hLb3MbkYXD/nQ=="}}, "type": "function", "function": {"name": "book", "parameters": {"type": "object", "properties": {}}, "description": "Books."}}], "api_key": {"sealed": "mxvSAgjE+BsJnV+qXZefniMv8I6gfaXGLObnsQRudbfU+9kAXpULVfzq5qRtsw=="}, "base_url": "http://127.0.0.1:35101/v1"}, "mcp": {"connectors": ["cb95db270c2e8e270a995", "ca1cd5845f0bbd0b8e846"], "connector_tools": {"cb95db270c2e8e270a995": ["stock"]}}, "stt": {"hotwords": "butterfly"}, "tts": {"own_note": "kept", "voice_settings": {"speed": 1.1}}, "perception": {"perception_model": "seer-1", "perception_analysis_queries": ["Is a towel to be seen?"]}}, "pal_name": "Nora", "languages": ["en"], "document_ids": ["d7e1928190fdf228f5f4a", "d6b43aaa17ff0567ddd5f"], "document_tags": ["free"], "guardrail_ids": ["cfca4a75-77f8-4e46-aab0-b79c085f3498"], "guardrails_id": "g3c858d14e9a03b2feb03", "objectives_id": "o29d3b315a817240cb396", "pipeline_mode": "full", "system_prompt": "You help at a pool.", "guardrail_tags": ["shop"], "custom_greeting": "Welcome to the pool.", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "always", "verbal_disclosure": "I am a machine.", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('p66ca8eb3c3eab13770ac', 1, 1, '{"layers": {}, "pal_name": "Quiet", "languages": [], "document_ids": ["d7e1928190fdf228f5f4a", "d6b43aaa17ff0567ddd5f", "d5ee89da7b2a8c6002895", "d03f8599660b582bc39ad", "dfece8565851d7323a75c"], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "full", "system_prompt": "Quote.", "guardrail_tags": [], "custom_greeting": "", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('p77bf10b8dcfc6252b117', 1, 1, '{"layers": {}, "pal_name": "Echo", "languages": [], "document_ids": [], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "echo", "guardrail_tags": [], "custom_greeting": "", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('pbdba594fae0c85880969', 1, 1, '{"layers": {}, "pal_name": "Older", "languages": [], "document_ids": [], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "full", "system_prompt": "Be brief.", "guardrail_tags": [], "custom_greeting": "", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.pals VALUES ('p872f17104e5109a939dc', 2, 1, '{"layers": {}, "pal_name": "Of Bob", "languages": [], "document_ids": [], "document_tags": [], "guardrail_ids": [], "pipeline_mode": "full", "system_prompt": "x", "guardrail_tags": [], "custom_greeting": "", "default_face_id": "r2e96b5d07f1ac84390bd", "disclosure_type": "auto", "verbal_disclosure": "", "visual_disclosure": ""}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.perception_frames OVERRIDING SYSTEM VALUE VALUES ('caf24595f801fc706476b', 1, '2026-01-01 12:00:00+00', '\x01');
INSERT INTO public.perception_frames OVERRIDING SYSTEM VALUE VALUES ('caf24595f801fc706476b', 2, '2026-01-01 12:00:00+00', '\x02');
INSERT INTO public.pinned_memories OVERRIDING SYSTEM VALUE VALUES ('pm2a8c7738a632ec5a5c6b', 'mfdd90915f9724440b102', 1, 'Likes tea.', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.pinned_memories OVERRIDING SYSTEM VALUE VALUES ('pm238266d423c4dcab43cd', 'mfdd90915f9724440b102', 2, 'Swims on Mondays.', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00', NULL);
INSERT INTO public.post_call_actions VALUES ('c3a8fff39ae57867718b1', 0, 'tfc2d875e13058b82474f', 'crm', 'POST', 'eH9Cx3fdOCSDUS+qmawABOeV0A0EXFzCA8oVeoAaDRZC7nG0kPKzXlv8wODAvS25ZlfZrV6O4Em8suuaBUU4JCYgo1LwNsitx2LIgtGD90m3YrJKU514C3PYZYPW7Dhw+oIc2Fw=', 1);
INSERT INTO public.processes VALUES ('x12cb959990065702', 'https://palkit.example', '2026-01-01 12:00:00+00');
INSERT INTO public.recordings VALUES ('rf02810df67252e7ea314', 'c3a8fff39ae57867718b1', 1, '7efdf8b933c60e213421fba86b355a6c88f59e0d9558c719', 'processing', NULL, NULL, NULL, NULL, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.recordings VALUES ('ra35ec91dd168eaeaa967', 'ca243b85501e525d96269', 1, 'af1e1bb562e092c6d2c63c9c78123bc06f5c70a06a620c44', 'processing', NULL, NULL, NULL, NULL, 0, NULL, '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.settings VALUES ('secret', 'ec9b0c1827e4899e7266da5393fb92563b2f37e3e19eb680f9431339b19aec88');
INSERT INTO public.speeches VALUES ('sc034e1f317f33c8c0a7e', 1, 'Greeting', '0c17cdad2aa7d96a407049bedfe610cfb2b359920d4f1b8c', '{"script": "Hello.", "face_id": "r2e96b5d07f1ac84390bd", "duration": 0.04}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
INSERT INTO public.spent_captchas VALUES ('f30d97094bd5f385db8f616b765528d1db64f8b80360a18709bc58f00c77a600', '2026-01-01 12:05:00+00');
INSERT INTO public.transcript_lines VALUES ('c3a8fff39ae57867718b1', 0, 'assistant', 'Hello, I am Quiet. How can I help you?', 1767268800, 0, '29739273-9cb9-483b-8231-548bed10288d', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c3a8fff39ae57867718b1', 1, 'user', 'When does the pool open?', 1767268800, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c3a8fff39ae57867718b1', 2, 'assistant', 'The pool opens at nine.', 1767268800, 0, 'c86119a9-155e-47c8-9095-d8679d6e83d5', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c3a8fff39ae57867718b1', 3, 'user', 'Who won the world cup of chess?', 1767268800, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c3a8fff39ae57867718b1', 4, 'assistant', 'I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.', 1767268800, 0, '3e01ed89-c650-405f-b79f-06053dcb318b', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('ca243b85501e525d96269', 0, 'assistant', 'Before we start: I am an AI system, not a person.', 1767268800, 0, 'b983ad91-2ec4-482d-9212-a73e1031d1f6', NULL, 'service');
INSERT INTO public.transcript_lines VALUES ('ca243b85501e525d96269', 1, 'assistant', 'Hello, I am Quiet. How can I help you?', 1767268800, 0, 'a39b2e35-2498-47be-98a1-500e5eb100cd', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('ca243b85501e525d96269', 2, 'user', 'What does a ticket cost?', 1767268800, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('ca243b85501e525d96269', 3, 'assistant', 'A ticket costs 7 euros.', 1767268800, 0, 'ce7dfd4c-60dd-431e-ae40-a0034f83c462', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c764e01c4ee2270e64d97', 0, 'assistant', 'Hello, I am Quiet. How can I help you?', 1767268800, 0, 'e3a68688-6405-48bd-a4cd-ca3d7007a45d', NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c764e01c4ee2270e64d97', 1, 'user', 'Are towels free?', 1767268800, 0, NULL, NULL, NULL);
INSERT INTO public.transcript_lines VALUES ('c764e01c4ee2270e64d97', 2, 'assistant', 'Towels are free.', 1767268800, 0, '7a4ff78a-a535-4258-b8dc-8d752c702c4f', NULL, NULL);
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 1, '{"took": 0, "fault": null, "heard": "When does the pool open?", "notes": [{"score": 0.8677, "heading": "Swimming", "document_id": "d7e1928190fdf228f5f4a", "document_name": "Site"}], "state": "said", "tools": [], "written": "The pool opens at nine.", "requests": [], "timestamp": 1767268800, "first_word": 0, "first_sound": 0, "inference_id": "c86119a9-155e-47c8-9095-d8679d6e83d5"}', '2026-01-01 12:00:00+00');
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('c3a8fff39ae57867718b1', 2, '{"took": 0, "fault": null, "heard": "Who won the world cup of chess?", "notes": [{"score": 0.4369, "heading": "Deck", "document_id": "d5ee89da7b2a8c6002895", "document_name": "Deck"}], "state": "said", "tools": [], "written": "I am not sure I have that. The nearest I can tell you about is: Deck, Swimming, Babies.", "requests": [], "timestamp": 1767268800, "first_word": 0, "first_sound": 0, "inference_id": "3e01ed89-c650-405f-b79f-06053dcb318b"}', '2026-01-01 12:00:00+00');
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('ca243b85501e525d96269', 3, '{"took": 0, "fault": null, "heard": "What does a ticket cost?", "notes": [{"score": 0.969, "heading": "Prices", "document_id": "d6b43aaa17ff0567ddd5f", "document_name": "Prices"}], "state": "said", "tools": [], "written": "A ticket costs 7 euros.", "requests": [], "timestamp": 1767268800, "first_word": 0, "first_sound": 0, "inference_id": "ce7dfd4c-60dd-431e-ae40-a0034f83c462"}', '2026-01-01 12:00:00+00');
INSERT INTO public.turn_traces OVERRIDING SYSTEM VALUE VALUES ('c764e01c4ee2270e64d97', 4, '{"took": 0, "fault": null, "heard": "Are towels free?", "notes": [{"score": 0.9139, "heading": "Towels", "document_id": "dfece8565851d7323a75c", "document_name": "Towels"}], "state": "said", "tools": [], "written": "Towels are free.", "requests": [], "timestamp": 1767268800, "first_word": 0, "first_sound": 0, "inference_id": "7a4ff78a-a535-4258-b8dc-8d752c702c4f"}', '2026-01-01 12:00:00+00');
INSERT INTO public.videos VALUES ('v93f3fd5913b84172a063', 1, 'r2e96b5d07f1ac84390bd', 'Film', 'error', '41867be042bdaf5ed05aeb3ede48ca19580846176ce3193b', '{"script": "", "audio_url": "http://127.0.0.1:35101/missing.wav", "callback_url": "http://127.0.0.1:39751/video", "error_details": "The recording could not be downloaded: The address answered 404.", "background_url": "", "status_details": "The video could not be made.", "generation_progress": "1/100"}', '2026-01-01 12:00:00+00', '2026-01-01 12:00:00+00');
SELECT pg_catalog.setval('public.callback_attempts_position_seq', 27, true);
SELECT pg_catalog.setval('public.callbacks_position_seq', 30, true);
SELECT pg_catalog.setval('public.canvas_interactions_position_seq', 1, true);
SELECT pg_catalog.setval('public.conversation_events_position_seq', 15, true);
SELECT pg_catalog.setval('public.documents_position_seq', 5, true);
SELECT pg_catalog.setval('public.jobs_id_seq', 43, true);
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
