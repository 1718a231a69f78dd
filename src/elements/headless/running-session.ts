/** Loaded when a call starts: converts the internal session to the package's types. */
import type { DeploymentInit } from '@palkit/contract/deployments';
import { modalityOf } from '../session/modality.ts';
import type { CallSession, View } from '../session/phases.ts';
import { ServiceSession, type SessionOptions as Ports } from '../session/session.ts';
import type { SessionOptions, Tools } from './session.ts';
import type { SessionDeployment, SessionView } from './session-view.ts';

export type { CallSession };

/**
 * Creates a session. `tools` is called for each tool call, because the page may have changed its tools. Tests
 * replace the browser and the service by `ports`.
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
    callTool: (name, input, signal) => {
      const current = tools();
      const tool = Object.hasOwn(current, name) ? current[name] : undefined;
      if (tool) return tool(input, { signal });
      throw new Error(`this page has no tool ${name}`);
    },
  });
}

/**
 * Returns a function that converts the views of one session to the public form. Parts of a view that did not change
 * stay the same objects.
 */
export function viewer(): (view: View) => SessionView {
  let latest: DeploymentInit | null = null;
  let deployment: SessionDeployment | null = null;
  return ({ deployment: init, lines, agent, face: _, ...same }) => {
    if (init !== latest) {
      latest = init;
      deployment = init && deploymentOf(init);
    }
    return { ...same, deployment, transcript: lines, agentStream: agent };
  };
}

function deploymentOf(init: DeploymentInit): SessionDeployment {
  return {
    id: init.deployment_id,
    agentName: init.pal_display_name,
    poster: init.thumbnail_image_url,
    modality: modalityOf(init),
    languages: init.languages,
    maxCallDuration: init.limits.max_call_duration,
    opensAt: init.opens_at ? Date.parse(init.opens_at) : null,
    recording: init.recording === true,
    customization: init.customization,
  };
}
