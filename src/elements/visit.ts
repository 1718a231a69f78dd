/** The chunk that a first intent loads: the session, and the panel that draws it. */
import { defineParts } from './parts/pal-panel.ts';
import { Session, type SessionOptions } from './session/session.ts';
import type { Visit } from './session/phases.ts';

export { speak } from './text/languages.ts';

export type VisitOptions = Pick<SessionOptions, 'baseUrl' | 'deploymentId' | 'conversationalContext' | 'customGreeting' | 'memoryStores' | 'callTool'>;

export function createVisit(options: VisitOptions): Visit {
  return new Session(options);
}

defineParts();
