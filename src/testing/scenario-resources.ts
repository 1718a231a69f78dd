/**
 * Creates the resources of a scenario with the API: documents, guardrails, objectives, the PAL with its skills, and
 * the conversation.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@palkit/contract/client';
import { createConversation } from '@palkit/contract/conversations';
import { createDeployment, patchDeployment, startDeployment } from '@palkit/contract/deployments';
import { createDocument, getDocument } from '@palkit/contract/documents';
import { DEFAULT_FACE_ID } from '@palkit/contract/faces';
import { createGuardrail } from '@palkit/contract/guardrails';
import { createObjectives } from '@palkit/contract/objectives';
import { createPal } from '@palkit/contract/pals';
import { attachPalSkill } from '@palkit/contract/skills';
import type { ToolScript } from './script.ts';
import type { Document, Pal, Scenario } from './scenario.ts';
import type { ScriptedServer } from './scripted-server.ts';
import type { Room } from './visitor.ts';

/** Maximum milliseconds for the service to read a document. */
const READ_MS = 120_000;
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Explains which part of a scenario cannot be created. */
export class ScenarioResourceError extends Error {}

export interface ScenarioResourcesParts {
  client: Client<AbortSignal>;
  key: string;
  server: ScriptedServer;
}

export class ScenarioResources {
  readonly #parts: ScenarioResourcesParts;
  /** Documents by content, so that each text is read once for all scenarios. */
  readonly #documents = new Map<string, Promise<string>>();

  constructor(parts: ScenarioResourcesParts) {
    this.#parts = parts;
  }

  /**
   * Starts a scenario's conversation. `serverPath` is its path on the scripted server; `folder` contains its
   * file.
   */
  async startConversation(scenario: Scenario, serverPath: string, folder: string): Promise<Room> {
    const { client, key } = this.#parts;
    const pal = scenario.pal ?? {};
    const documents = await Promise.all(
      (pal.documents ?? []).map((document) => this.#document(document, folder)),
    );
    const guardrails: string[] = [];
    for (const { name, prompt, ...otherFields } of pal.guardrails ?? []) {
      const { result } = await client(createGuardrail, {
        credential: key,
        body: { modality: 'verbal', ...otherFields, guardrail_name: name, guardrail_prompt: prompt } as never,
      });
      if ('uuid' in result) guardrails.push(result.uuid);
    }
    const body = {
      ...this.#fields(pal, scenario, serverPath),
      document_ids: documents,
      guardrail_ids: guardrails,
      ...(pal.objectives ? { objectives_id: await this.#createObjectives(pal.objectives) } : {}),
    };
    const createdPal = await client(createPal, { credential: key, body: body as never });
    const { pal_id } = createdPal.result;
    for (const [skill_id, config] of Object.entries(pal.skills ?? {}))
      await client(attachPalSkill, {
        credential: key,
        params: { pal_id, skill_id },
        body: { config },
      });
    return this.startWithPal(scenario, pal_id);
  }

  /** Starts a conversation with an existing PAL. */
  async startWithPal(scenario: Scenario, pal_id: string): Promise<Room> {
    const { client, key } = this.#parts;
    if (!scenario.deployment) {
      const body = { ...scenario.conversation, pal_id } as never;
      return (await client(createConversation, { credential: key, body })).result;
    }
    const { result } = await client(createDeployment, {
      credential: key,
      body: { channel: 'embed', ...scenario.deployment, pal_id } as never,
    });
    const { deployment_id } = result;
    await client(patchDeployment, {
      credential: key,
      params: { deployment_id },
      body: [{ op: 'replace', path: '/status', value: 'active' }],
    });
    const start = (scenario.start ?? {}) as never;
    return (await client(startDeployment, { params: { deployment_id }, body: start })).result;
  }

  #fields(pal: Pal, { model, tools, call }: Scenario, serverPath: string): Record<string, unknown> {
    const { greeting, documents: _, guardrails: __, objectives: ___, skills: ____, ...fields } = pal;
    const base = this.#parts.server.baseUrl(serverPath);
    const layers = (fields['layers'] ?? {}) as Record<string, Record<string, unknown> | undefined>;
    const llm = {
      ...layers['llm'],
      ...(model ? { base_url: `${base}/v1`, model: 'scripted' } : {}),
      ...(tools ? { tools: tools.map((tool) => toolOf(tool, base)) } : {}),
    };
    return {
      pal_name: 'PAL',
      default_face_id: DEFAULT_FACE_ID,
      ...fields,
      ...(greeting === undefined ? {} : { custom_greeting: greeting }),
      layers: {
        ...layers,
        ...(Object.keys(llm).length > 0 ? { llm } : {}),
        ...(call?.voice ? { tts: { ...layers['tts'], base_url: `${base}/v1` } } : {}),
        ...(call?.ears ? { stt: { ...layers['stt'], base_url: `${base}/v1` } } : {}),
      },
    };
  }

  async #createObjectives(objectives: NonNullable<Pal['objectives']>): Promise<string> {
    const { client, key } = this.#parts;
    const data = objectives.map(({ name, prompt, variables, ...more }) => ({
      ...more,
      objective_name: name,
      objective_prompt: prompt,
      output_variables: variables ?? [],
    }));
    const { result } = await client(createObjectives, { credential: key, body: { data } });
    return result.objectives_id;
  }

  #document(document: Document, folder: string): Promise<string> {
    const bytes =
      document.text === undefined ? readRelative(document.file!, folder) : Buffer.from(document.text);
    const hash = createHash('sha256').update(document.name).update('\0').update(bytes).digest('hex');
    let id = this.#documents.get(hash);
    if (!id) {
      const extension = document.file ? path.extname(document.file) : '.md';
      id = this.#read(document.name, this.#parts.server.serve(`${hash.slice(0, 16)}${extension}`, bytes));
      this.#documents.set(hash, id);
    }
    return id;
  }

  async #read(document_name: string, document_url: string): Promise<string> {
    const { client, key } = this.#parts;
    const created = await client(createDocument, { credential: key, body: { document_name, document_url } });
    const { document_id } = created.result;
    const deadline = performance.now() + READ_MS;
    for (;;) {
      const { result } = await client(getDocument, { credential: key, params: { document_id } });
      if (result.status === 'ready') return document_id;
      if (result.status === 'error' || performance.now() > deadline)
        throw new ScenarioResourceError(
          `The document ${JSON.stringify(document_name)} could not be read: ` +
            `${result.error_details ?? 'it took too long'}`,
        );
      await pause(50);
    }
  }
}

function readRelative(file: string, folder: string): Buffer {
  const absolutePath = path.resolve(folder, file);
  try {
    if (fs.statSync(absolutePath).size <= MAX_FILE_BYTES) return fs.readFileSync(absolutePath);
  } catch {
    throw new ScenarioResourceError(`The document's file ${file} is not beside the scenarios' file.`);
  }
  throw new ScenarioResourceError(`The document's file ${file} is larger than 50 MB.`);
}

const toolOf = ({ name, description, parameters, by, more }: ToolScript, base: string) => ({
  ...more,
  type: 'function',
  function: {
    name,
    description: description ?? name.replaceAll('_', ' '),
    parameters: parameters ?? { type: 'object', properties: {} },
  },
  ...(by === 'http' ? { http: { url: `${base}/tools/${name}`, method: 'POST' } } : {}),
});
