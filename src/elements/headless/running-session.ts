/** The chunk of a call: what the session inside does and shows, in the words of the package's own types. */
import type { DeploymentInit } from '@palkit/contract/deployments';
import { modalityOf } from '../session/modality.ts';
import type { CallSession, View } from '../session/phases.ts';
import { ServiceSession, type SessionOptions as Ports } from '../session/session.ts';
import type { SessionOptions, Tools } from './session.ts';
import type { SessionDeployment, SessionView } from './session-view.ts';

export type { CallSession };

/**
 * `tools` is asked at each call of one, for the page may have set others. `ports`: what stands in a test for the
 * browser and the service.
 */
export function runSession(
  options: SessionOptions,
  tools: () => Tools,
  ports: Partial<Ports> = {},
): CallSession {
  return new ServiceSession({
    ...ports,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    deploymentId: options.deploymentId,
    conversationalContext: options.conversationalContext || undefined,
    customGreeting: options.customGreeting || undefined,
    memoryStores: [...(options.memoryStores ?? [])],
    visitorToken: () => {
      const { visitorToken = '' } = options;
      return typeof visitorToken === 'string' ? visitorToken : visitorToken();
    },
    screenSharing: options.screenSharing,
    hearing: options.hearing,
    place: () => ({
      host: options.captchaContainer?.() ?? document.body,
      language: document.documentElement.lang || navigator.language,
      theme: 'auto',
    }),
    callTool: (name, given, signal) => {
      const known = tools();
      if (Object.hasOwn(known, name)) return known[name]!(given, { signal });
      throw new Error(`this page has no ${name}`);
    },
  });
}

/** One for each session: what did not change is the same object as before. */
export function viewer(): (view: View) => SessionView {
  let known: DeploymentInit | null = null;
  let deployment: SessionDeployment | null = null;
  return ({ deployment: given, lines, agent, ...same }) => {
    if (given !== known) {
      known = given;
      deployment = given && deploymentOf(given);
    }
    return { ...same, deployment, transcript: lines, agentStream: agent };
  };
}

function deploymentOf(given: DeploymentInit): SessionDeployment {
  return {
    id: given.deployment_id,
    agentName: given.pal_display_name,
    poster: given.thumbnail_image_url,
    modality: modalityOf(given),
    languages: given.languages,
    maxCallDuration: given.limits.max_call_duration,
    recording: given.recording === true,
    customization: given.customization,
  };
}
