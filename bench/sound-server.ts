/** Starts PulseAudio with a microphone that a WAV file can be played into, and with a loudspeaker. */
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../test/service/until.ts';

export interface SoundServer {
  /** Preferences with which Firefox uses these devices instead of simulated ones. */
  firefoxPreferences: Record<string, boolean>;
  /** Plays the WAV file into the microphone. */
  play(file: string): void;
  stop(): void;
}

/**
 * Starts the server and sets `PULSE_SERVER` for programs that start later. A separate loudspeaker takes what the
 * browser plays, so that the microphone does not record it.
 */
export async function startSoundServer(): Promise<SoundServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-sound-'));
  const socket = path.join(folder, 'native');
  const modules = [
    `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    'module-null-sink sink_name=loudspeaker rate=48000',
    'module-null-sink sink_name=recording rate=48000 channels=1',
    'module-remap-source source_name=microphone master=recording.monitor',
  ];
  const server = spawn(
    'pulseaudio',
    ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules.flatMap((module) => ['-L', module])],
    { stdio: 'inherit', env: { ...process.env, XDG_RUNTIME_DIR: folder } },
  );
  const failure = new Promise<never>((_, reject) =>
    server.once('error', ({ message }) => reject(new Error(`PulseAudio did not start: ${message}`))),
  );
  await Promise.race([failure, until('the socket of PulseAudio', async () => fs.existsSync(socket))]);
  process.env['PULSE_SERVER'] = `unix:${socket}`;
  execFileSync('pactl', ['set-default-sink', 'loudspeaker']);
  execFileSync('pactl', ['set-default-source', 'microphone']);
  return {
    firefoxPreferences: { 'media.navigator.streams.fake': false, 'media.cubeb.force_mock_context': false },
    play: (file) => void spawn('paplay', ['--device=recording', file], { stdio: 'inherit' }),
    stop: () => {
      server.kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
