/** The sound of a voice endpoint is decoded from all common formats, or rejected with a clear error. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Encoder } from '@evan/opus';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { checkEngines } from '../../../src/service/engines/engine-check.ts';
import { EngineError } from '../../../src/agent/language/engine-error.ts';
import { opusHead } from '../../../src/rooms/media-jobs/packing.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';
import { resample } from '../../../src/agent/speech/decoding/resampler.ts';
import { requestSpeech } from '../../../src/agent/speech/speech-request.ts';
import { wavOf } from '../../../src/agent/speech/wav.ts';
import { tone } from '../../service/tone.ts';

let account = 500;
type Answer = (format: string) => { bytes: Uint8Array; type: string; status?: number };

/** Creates a server with a voice, and records the formats that are requested from it. */
function endpoint(answer: Answer, size = 1001) {
  const formats: string[] = [];
  const fetch = (async (_url: string, init: { body: string }) => {
    const { response_format: format } = JSON.parse(init.body) as { response_format: string };
    formats.push(format);
    const { bytes, type, status = 200 } = answer(format);
    let offset = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (offset >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(offset, (offset += size)));
      },
    });
    return new Response(body, { status, headers: { 'content-type': type } });
  }) as unknown as typeof globalThis.fetch;
  return {
    formats,
    endpoint: { fetch, baseUrl: 'https://voice.example/v1', model: 'm', account: ++account },
  };
}

async function speakThrough(answer: Answer, size?: number) {
  const server = endpoint(answer, size);
  const clock = new ManualClock();
  const ask = async () => {
    const { sampleRate, bytes } = await requestSpeech(server.endpoint, { input: 'Hello.' }, { clock });
    const parts: Uint8Array[] = [];
    for await (const part of bytes) parts.push(part.slice());
    const sound = Buffer.concat(parts);
    const samples = new Int16Array(new Uint8Array(sound).buffer);
    return { sampleRate, samples };
  };
  return { ...(await ask()), again: ask, formats: server.formats };
}

/** Measures the frequency (by zero crossings) and the level in the middle half of a sound. */
function measureTone(samples: Int16Array, rate: number) {
  const middleHalf = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  let [crossings, squares] = [0, 0];
  for (let index = 1; index < middleHalf.length; index++) {
    if (((middleHalf[index] ?? 0) ^ (middleHalf[index - 1] ?? 0)) < 0) crossings++;
    squares += (middleHalf[index] ?? 0) ** 2;
  }
  return { hertz: (crossings / 2 / middleHalf.length) * rate, level: Math.sqrt(squares / middleHalf.length) };
}

function isTone({ samples, sampleRate }: { samples: Int16Array; sampleRate: number }, seconds = 1) {
  const { hertz, level } = measureTone(samples, sampleRate);
  assert.ok(Math.abs(samples.length / sampleRate - seconds) < 0.08, `${samples.length / sampleRate} s`);
  assert.ok(Math.abs(hertz - 440) < 5, `${hertz} Hz`);
  assert.ok(Math.abs(level / (9000 / Math.SQRT2) - 1) < 0.1, `level ${level}`);
}
const bytesOf = (samples: Int16Array) => new Uint8Array(samples.buffer);

type WriteSample = (data: Buffer, sample: number, at: number) => unknown;
/** For each number of bits (f: floating point), a function that writes a 16-bit sample in that format. */
const WRITES: Record<string, WriteSample> = {
  8: (data, sample, at) => data.writeUInt8((sample >> 8) + 128, at),
  16: (data, sample, at) => data.writeInt16LE(sample, at),
  24: (data, sample, at) => data.writeIntLE(sample * 256, at, 3),
  32: (data, sample, at) => data.writeInt32LE(sample * 65_536, at),
  f32: (data, sample, at) => data.writeFloatLE(sample / 32_768, at),
  f64: (data, sample, at) => data.writeDoubleLE(sample / 32_768, at),
};

function chunk(name: string, body: Uint8Array, size = body.length): Buffer {
  const chunkHeader = Buffer.alloc(8);
  chunkHeader.write(name, 'latin1');
  chunkHeader.writeUInt32LE(size >>> 0, 4);
  return Buffer.concat([chunkHeader, body]);
}

/** Returns a WAV file with a tone in any layout; `length` replaces the true length in the header. */
function wav(rate: number, layout: { form?: string; channels?: number; tag?: number; length?: number } = {}) {
  const { form = '16', channels = 1, tag = form.startsWith('f') ? 3 : 1, length } = layout;
  const size = Number(form.replace('f', '')) / 8;
  const samples = tone(rate, rate);
  const data = Buffer.alloc(samples.length * channels * size);
  for (let index = 0; index < samples.length * channels; index++)
    WRITES[form]?.(data, samples[Math.floor(index / channels)] ?? 0, index * size);
  const format = Buffer.alloc(40);
  for (const [fieldIndex, value] of [tag, channels].entries()) format.writeUInt16LE(value, fieldIndex * 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt16LE(size * 8, 14);
  // The subformat of WAVE_FORMAT_EXTENSIBLE is 3 for floating point and 1 for integers.
  format.writeUInt16LE(form.startsWith('f') ? 3 : 1, 24);
  const parts = [Buffer.from('WAVE'), chunk('LIST', Buffer.from('INFOISFT')), chunk('fmt ', format)];
  const trailer = length === undefined ? [chunk('LIST', Buffer.alloc(300, 0x41))] : [];
  const body = Buffer.concat([...parts, chunk('data', data, length), ...trailer]);
  return new Uint8Array(chunk('RIFF', body, length));
}

async function encodeOpus(format: OggOutputFormat | WebMOutputFormat): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const encoder = new Encoder({ channels: 1, sample_rate: 48_000, application: 'voip' });
  const samples = tone(48_000, 48_000);
  const config = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: opusHead(1) };
  for (let index = 0; index < 50; index++)
    await source.add(
      new EncodedPacket(
        encoder.encode(samples.slice(index * 960, (index + 1) * 960)),
        'key',
        index / 50,
        0.02,
      ),
      { decoderConfig: config },
    );
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}

/** Returns the same random bytes in each run. */
function random(length: number): Uint8Array {
  let seed = 7;
  return Uint8Array.from({ length }, () => (seed = (seed * 16_807) % 2_147_483_647) & 255);
}
/** Returns 40 frames of `length` bytes with these header bytes and random contents. */
const framesWith = (header: number[], length: number) => {
  const frames = random(length * 40);
  for (let index = 0; index < frames.length; index += length) frames.set(header, index);
  return frames;
};
const MP3 = framesWith([0xff, 0xf3, 0x64, 0xc4], 144);
const AAC = framesWith([0xff, 0xf1, 0x58, 0x40, 0x20, 0x1f, 0xfc], 256);

describe('formats that are decoded', () => {
  const cases: Record<string, () => Promise<[Uint8Array, string]> | [Uint8Array, string]> = {
    'raw samples': () => [bytesOf(tone(24_000, 24_000)), 'audio/pcm'],
    'raw samples labelled MP3': () => [bytesOf(tone(24_000, 24_000)), 'audio/mpeg'],
    'raw samples without a type': () => [bytesOf(tone(24_000, 24_000)), ''],
    'raw samples of a stated rate': () => [bytesOf(tone(16_000, 16_000)), 'audio/pcm;rate=16000'],
    'raw samples of another word for it': () => [
      bytesOf(tone(48_000, 48_000)),
      'audio/L16; sample-rate="48000"; channels=1',
    ],
    'raw samples of a rate that Opus lacks': () => [bytesOf(tone(22_050, 22_050)), 'audio/pcm; rate=22050'],
    WAV: () => [wavOf(tone(24_000, 24_000), 24_000), 'audio/wav'],
    'WAV labelled as samples': () => [wav(24_000), 'audio/pcm'],
    'WAV at 44.1 kHz': () => [wav(44_100), 'audio/x-wav'],
    'WAV at 8 kHz of 8 bits': () => [wav(8000, { form: '8' }), 'audio/wav'],
    'WAV of 24 bits, two channels': () => [wav(24_000, { form: '24', channels: 2 }), 'audio/wav'],
    'WAV of 32 bits': () => [wav(24_000, { form: '32' }), 'audio/wav'],
    'WAV of floats': () => [wav(24_000, { form: 'f32' }), 'audio/wav'],
    'WAV of long floats, extensible': () => [wav(48_000, { form: 'f64', tag: 0xfffe }), ''],
    'WAV that is streamed without a length': () => [wav(24_000, { length: 0xffff_ffff }), 'audio/wav'],
    'Opus in Ogg': async () => [await encodeOpus(new OggOutputFormat()), 'audio/ogg'],
    'Opus in WebM, labelled otherwise': async () => [await encodeOpus(new WebMOutputFormat()), 'audio/pcm'],
  };
  for (const [name, createFile] of Object.entries(cases))
    test(name, async () => {
      const [bytes, type] = await createFile();
      for (const size of [333, 100_000]) {
        const result = await speakThrough(() => ({ bytes, type }), size);
        assert.deepEqual(result.formats, ['pcm']);
        isTone(result);
      }
    });
});

describe('formats that are refused', () => {
  const cases: [string, Uint8Array, string, RegExp][] = [
    ['MP3', MP3, 'audio/mpeg', /sends MP3, although pcm was asked for/],
    ['MP3 labelled as samples', MP3, 'audio/pcm', /sends MP3/],
    ['MP3 with a head of its own', Buffer.concat([Buffer.from('ID3\x04'), MP3]), '', /sends MP3/],
    ['AAC', AAC, 'audio/aac', /sends AAC/],
    ['AAC without a type', AAC, '', /sends AAC/],
    ['FLAC', Buffer.concat([Buffer.from('fLaC'), random(9000)]), 'audio/flac', /sends FLAC/],
    ['an unknown kind', random(9000), 'application/octet-stream', /sends an unknown format/],
    ['MP3 that begins within a frame', random(9000), 'audio/mpeg', /sends MP3/],
    ['WAV of a phone line', wav(8000, { form: '8', tag: 7 }), 'audio/wav', /sends compressed WAV/],
  ];
  for (const [name, bytes, type, message] of cases)
    test(name, async () => {
      await assert.rejects(
        speakThrough(() => ({ bytes: new Uint8Array(bytes), type })),
        (error) =>
          error instanceof EngineError && error.code === 'wrong_format' && message.test(error.message),
      );
    });
  test('a web page, an error and an empty body are not sound', async () => {
    for (const text of ['<!doctype html><p>Busy</p>', '{"error":"busy"}', '', ' '])
      await assert.rejects(
        speakThrough(() => ({ bytes: Buffer.from(text), type: 'audio/pcm' })),
        (error) => error instanceof EngineError && error.code === 'bad_response',
      );
  });
});

test('a server that sends no samples is asked for WAV, and from then on at once', async () => {
  for (const refusal of [
    { bytes: Buffer.from('{"error":"response_format"}'), type: 'application/json', status: 400 },
    { bytes: MP3, type: 'audio/mpeg' },
  ]) {
    const result = await speakThrough((format) =>
      format === 'pcm' ? refusal : { bytes: wav(24_000), type: 'audio/wav' },
    );
    isTone(result);
    assert.deepEqual(result.formats.splice(0), ['pcm', 'wav']);
    await result.again();
    assert.deepEqual(result.formats, ['wav']);
  }
});

test('a tone keeps its pitch and level at another rate, and too high frequencies are removed', () => {
  for (const [sourceRate, targetRate] of [
    [44_100, 24_000],
    [22_050, 24_000],
    [24_000, 16_000],
    [11_025, 24_000],
  ] as const)
    isTone({
      samples: resample(tone(sourceRate, sourceRate), sourceRate, targetRate),
      sampleRate: targetRate,
    });
  const highTone = Int16Array.from(
    { length: 48_000 },
    (_, index) => 9000 * Math.sin((index / 48_000) * 2 * Math.PI * 15_000),
  );
  assert.ok(measureTone(resample(highTone, 48_000, 16_000), 16_000).level < 100);
});

describe('the check of engines', () => {
  const check = async (bytes: Uint8Array, type: string) => {
    const { endpoint: tts } = endpoint(() => ({ bytes, type }), 5000);
    const names = { url: 'TTS_BASE_URL', key: 'TTS_API_KEY', model: 'TTS_MODEL', isPublic: true };
    const voice = { ...tts, apiKey: null, names };
    const outcomes = [];
    for await (const outcome of checkEngines({ model: null, voice, ears: null }, new ManualClock()))
      outcomes.push(outcome);
    return outcomes.find(({ engine }) => engine === 'voice');
  };
  const cases: [string, Uint8Array, string, boolean, RegExp][] = [
    ['a voice', bytesOf(tone(48_000, 24_000)), 'audio/pcm', true, /spoke for 2\.0 s\.$/],
    ['a voice in WAV', wav(44_100), 'audio/wav', true, /spoke for 1\.0 s\.$/],
    [
      'MP3',
      MP3,
      'audio/mpeg',
      false,
      /^It sends MP3, although pcm was asked for\. Supported are raw samples.*WAV/,
    ],
    [
      'noise',
      bytesOf(new Int16Array(random(96_000).buffer)),
      'audio/pcm',
      false,
      /^It sends an unknown format/,
    ],
    [
      'a voice that turns into noise',
      Buffer.concat([bytesOf(tone(4000, 24_000)), random(200_000)]),
      'audio/pcm',
      false,
      /^It sends sound in an unsupported/,
    ],
    ['silence', new Uint8Array(96_000), 'audio/pcm', false, /^It sends silence/],
    ['a click', bytesOf(tone(2000, 24_000)), 'audio/pcm', false, /^It sends too little sound/],
    ['a voice that is slow', bytesOf(tone(240_000, 24_000)), 'audio/pcm', true, /That is unusual.*24000 Hz/],
  ];
  for (const [name, bytes, type, isDecoded, message] of cases)
    test(name, async () => {
      const outcome = await check(new Uint8Array(bytes), type);
      assert.match(outcome?.words ?? '', message);
      assert.equal(outcome?.works, isDecoded);
    });
});
