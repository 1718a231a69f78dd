/** Reasons to skip a test: each names something that a machine may lack. `scripts/proof.ts` rejects others. */

export const SKIP_REASONS = {
  postgres: 'needs PostgreSQL: its programs, or a server at TEST_DATABASE_URL',
  embeddedDatabase: 'needs the embedded database',
  firefox: 'needs Firefox (Debian: firefox-esr)',
  webkit: 'needs WebKit (Debian: webkit2gtk-driver, xvfb)',
  chromium: 'needs Chromium, which alone lets a test control this',
  webRtc: 'needs WebRTC, which Debian’s WebKit is built without',
  coturn: 'needs coturn (Debian: coturn) and an address of this machine',
  curl: 'needs curl and bash, which the lines of the guide call',
  registry: 'needs the npm registry',
  ffmpeg: 'needs ffmpeg on the PATH or at FFMPEG_PATH (Debian: ffmpeg)',
  systemd: 'needs systemd-analyze to check the unit',
  nginx: 'needs nginx to check its file',
  caddy: 'needs Caddy to check its file',
  linux: 'needs Linux',
  linuxX64: 'needs Linux on x64',
  ulimit: 'needs a system with ulimit',
  // The library's licence keeps it out of the dependencies; operators install it with a command.
  sherpa: 'needs the optional engine sherpa-onnx (`palkit models add`)',
} as const;

type Requirement = keyof typeof SKIP_REASONS;

/** Returns the `skip` option of a test: false if the machine has what the test needs, otherwise the reason. */
export const unless = (available: unknown, requirement: Requirement): string | false =>
  available ? false : SKIP_REASONS[requirement];

/** Tests of a complete service run on PostgreSQL if this variable is set, otherwise on the embedded database. */
const server = process.env['TEST_DATABASE_URL'];
export const needsPostgres = unless(server, 'postgres');
export const needsEmbeddedDatabase = unless(!server, 'embeddedDatabase');
