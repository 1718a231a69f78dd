import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, SettingError } from '../../../src/service/config/config.ts';

test('without settings the service runs on this machine', () => {
  const config = readConfig({});
  assert.deepEqual(
    [config.host, config.port, config.publicUrl, config.databaseUrl, config.accounts],
    ['127.0.0.1', 8787, 'http://127.0.0.1:8787', null, []],
  );
});

test('settings have the documented effect', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '80',
    API_KEYS: '1:first-key,2:second:key',
    ROOM_ICE_SERVERS: 'stun:stun.example:3478, turn:user:pass@turn.example',
    TTS_BASE_URL: 'https://tts.example/v1/',
    TTS_VOICE: 'x',
    DATABASE_URL: 'postgres://localhost/palkit',
  });
  assert.equal(config.publicUrl, 'http://localhost:80');
  assert.deepEqual(config.accounts, [
    { id: 1, key: 'first-key' },
    { id: 2, key: 'second:key' },
  ]);
  assert.deepEqual(config.room.iceServers, ['stun:stun.example:3478', 'turn:user:pass@turn.example']);
  assert.deepEqual(config.tts, { baseUrl: 'https://tts.example/v1', apiKey: null, model: null, voice: 'x' });
  assert.equal(readConfig({ PUBLIC_URL: 'https://a.example/' }).publicUrl, 'https://a.example');
});

test('a wrong setting is one line with the fix', () => {
  const rows: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http' }, /^PORT must be a port number\.$/],
    [{ PORT: '70000' }, /^PORT must be a port number\.$/],
    [{ PUBLIC_URL: 'example.com' }, /^PUBLIC_URL must be an http or https address\.$/],
    [{ API_KEYS: 'one:key' }, /^API_KEYS must be like 1:key/],
    [{ API_KEYS: '0:zero-key' }, /account ids start at 1/],
    [{ API_KEYS: '1:same-key,2:same-key' }, /one key is used for two accounts/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be a postgres:\/\/ address\.$/],
    [{ ROOM_PROVIDER: 'zoom' }, /^ROOM_PROVIDER must be embedded or daily\.$/],
    [{ ROOM_PROVIDER: 'daily' }, /^DAILY_API_KEY is missing/],
    [{ DAILY_API_KEY: 'k' }, /^AGENT_RUNNER_URL is missing/],
    [{ CAPTCHA_PROVIDER: 'none' }, /^CAPTCHA_PROVIDER must be altcha, turnstile or hcaptcha/],
    [{ LLM_API_KEY: 'k' }, /^LLM_BASE_URL is missing/],
    [{ SEARCH_API_KEY: 'k' }, /^SEARCH_BASE_URL is missing/],
    [{ FACE_ENGINE_API_KEY: 'k' }, /^FACE_ENGINE_URL is missing/],
    [{ FACE_ENGINE_URL: 'https://x' }, /^FACE_ENGINE_URL must be a ws or wss address/],
    [{ FACE_ENGINE_FACE: 'x' }, /^Unknown setting FACE_ENGINE_FACE/],
    [{ SEARCH_URL: 'https://x' }, /^Unknown setting SEARCH_URL/],
    [{ LLM_BASE_URI: 'https://x' }, /^Unknown setting LLM_BASE_URI\. Known are: PORT/],
    [{ ROOM_TURN_SECRET: 'short' }, /^ROOM_TURN_SECRET must have at least 16 characters/],
    [{ ROOM_ICE_SERVERS: 'https://x' }, /^ROOM_ICE_SERVERS must be stun/],
    [{ ROOM_MAXIMUM_CALLS: '0' }, /^ROOM_MAXIMUM_CALLS must be a whole number/],
    [{ OUTBOUND_ALLOWED_HOSTS: 'http://10.0.0.1/' }, /^OUTBOUND_ALLOWED_HOSTS must be a list of hosts/],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be a number of proxies/],
    [{ VISITOR_OPEN_CALLS: '0' }, /^VISITOR_OPEN_CALLS must be a whole number/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be/],
  ];
  for (const [environment, message] of rows) {
    assert.throws(
      () => readConfig(environment),
      (error: Error) =>
        error instanceof SettingError && message.test(error.message) && !error.message.includes('\n'),
      JSON.stringify(environment),
    );
  }
});
