/** The form of the specification's lines, and the files whose tests prove them. */
export const SECTIONS = [
  'Resources',
  'States',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
] as const;
export type Section = (typeof SECTIONS)[number];

export interface ConformanceLine {
  /** Its section and a number that stays its own: one that goes leaves a gap, a new one comes after the last. */
  id: string;
  section: Section;
  /** The rule, in a sentence of ours. */
  line: string;
  /** A literal part of each test's title as it stands in its file, below `test/`. */
  tests: readonly { file: string; name: string }[];
}

const FILES = {
  actions: 'service/conversations/post-call-actions.test.ts',
  agent: 'service/agent/agent.test.ts',
  agentHearing: 'service/agent/agent-hearing.test.ts',
  briefing: 'service/conversations/briefing.test.ts',
  callbacks: 'service/callbacks/callbacks.test.ts',
  callbackRetries: 'service/callbacks/callback-retries.test.ts',
  connectors: 'service/connectors.test.ts',
  crawl: 'service/documents/crawl.test.ts',
  deployments: 'service/deployments.test.ts',
  pals: 'service/pals.test.ts',
  documents: 'service/documents/documents.test.ts',
  documentJobs: 'service/documents/document-jobs.test.ts',
  endpoints: 'service/endpoints.test.ts',
  faces: 'service/faces.test.ts',
  faceTraining: 'service/face-training.test.ts',
  guardrails: 'service/guardrails.test.ts',
  guardrailIdentity: 'service/guardrail-identity.test.ts',
  architecture: 'contract/architecture.test.ts',
  keys: 'service/keys.test.ts',
  kills: 'service/store/kills.test.ts',
  lifecycle: 'service/conversations/lifecycle.test.ts',
  connections: 'service/conversations/connections.test.ts',
  memory: 'service/memory-stores.test.ts',
  objectives: 'service/objectives.test.ts',
  processes: 'service/processes.test.ts',
  media: 'service/rooms/media.test.ts',
  perception: 'service/perception.test.ts',
  recordings: 'service/recordings.test.ts',
  recordingCopies: 'service/recording-copies.test.ts',
  repair: 'service/rooms/repair.test.ts',
  resources: 'service/resources.test.ts',
  palFields: 'service/pal-fields.test.ts',
  schedule: 'service/callbacks/schedule.test.ts',
  skills: 'service/skills.test.ts',
  speech: 'service/speech.test.ts',
  watched: 'service/conversations/turns.test.ts',
  objectivesInCalls: 'service/conversations/objectives-in-calls.test.ts',
  turnKills: 'service/store/turn-kills.test.ts',
  videos: 'service/videos.test.ts',
  'public-endpoints': 'service/public-endpoints.test.ts',
  ears: 'service/agent/openai-engines.test.ts',
  daily: 'service/rooms/daily.test.ts',
  dailyAgents: 'service/rooms/daily-agents.test.ts',
  echo: 'service/agent/echo.test.ts',
  engines: 'service/agent/pal-engines.test.ts',
  palVoices: 'service/agent/pal-voices.test.ts',
  languages: 'service/agent/languages.test.ts',
  layers: 'service/layers.test.ts',
  turns: 'service/agent/turn-taking.test.ts',
} as const;
type Proof = `${keyof typeof FILES}: ${string}`;

/** The lines of a section, and what adds one: its id, a rule in a sentence of ours and the titles of its tests. */
export function provedIn(section: Section): {
  lines: readonly ConformanceLine[];
  prove: (id: `${Lowercase<Section>}-${number}`, line: string, ...proofs: [Proof, ...Proof[]]) => void;
} {
  const lines: ConformanceLine[] = [];
  return {
    lines,
    prove: (id, line, ...proofs) => {
      lines.push({
        id,
        section,
        line,
        tests: proofs.map((proof) => {
          const colon = proof.indexOf(': ');
          return { file: FILES[proof.slice(0, colon) as keyof typeof FILES], name: proof.slice(colon + 2) };
        }),
      });
    },
  };
}
