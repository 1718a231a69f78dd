/** Adds models to a running service: the catalogue, and one installation at a time. */
import type { Background } from '@palkit/runtime/background';
import type { Log } from '@palkit/runtime/log';
import { describe } from '@palkit/runtime/describe';
import { addWithEngine, downloadSize, missingEngine, type AddParts } from './add.ts';
import { disk } from './disk.ts';
import { hasEngine } from './engine.ts';
import { inLanguage, type ModelLanguage, type Translations } from './german.ts';
import { removeModel } from './install.ts';
import { installedModels } from './installed.ts';
import { languageModels, languageRows } from './languages.ts';
import type { Model } from './model.ts';
import { ModelError } from './model-error.ts';
import { STARTING } from './steps.ts';

interface Installation {
  /** The model that is being added. */
  name: string;
  /** All models of this installation, in their order. */
  names: string[];
  state: 'running' | 'installed' | 'failed' | 'stopped';
  step: Translations;
  bytes: number;
  total_bytes: number | null;
  /** Codes of the service's error table. */
  error_code: 'model_busy' | 'model_not_added' | null;
  error_message: string | null;
}

/** The dependencies of an installation. */
export interface InstallerParts
  extends
    Pick<AddParts, 'dataDir' | 'allowedHosts' | 'outbound' | 'clock'>,
    Partial<Pick<AddParts, 'npm' | 'free' | 'pause'>> {
  background: Pick<Background, 'run'>;
  log: Log;
}

const ENGINES = {
  text_to_speech: 'voice',
  speech_to_text: 'ears',
  embeddings: 'embeddings',
  language_model: 'language',
} as const;
/** Maximum milliseconds of an installation: the largest model on a slow connection. */
const MAX_INSTALLATION_MS = 6 * 3600_000;
const UNKNOWN_FAILURE = "The model could not be added. The service's log has the cause.";

export class ModelInstaller {
  readonly #catalogue: readonly Model[];
  readonly #machineParts: Partial<AddParts>;
  #latest: Installation | null = null;
  #stop = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(catalogue: readonly Model[], machine: Pick<InstallerParts, 'npm' | 'free' | 'pause'> = {}) {
    this.#catalogue = catalogue;
    this.#machineParts = machine;
  }

  /** Returns the latest installation with the fields of the service's API; null if there was none. */
  latest(language: ModelLanguage) {
    return this.#latest && { ...this.#latest, step: this.#latest.step[language] };
  }

  find(name: string): Model | undefined {
    return this.#catalogue.find((model) => model.name === name);
  }

  /** Returns the models that a language needs; empty for an unknown language. */
  ofLanguage(language: string): Model[] {
    return languageModels(this.#catalogue, language);
  }

  /** Returns each language with the names of its models. */
  languages() {
    return languageRows(this.#catalogue);
  }

  /** Returns the models with the fields of the service's API. */
  list(dataDir: string, language: ModelLanguage) {
    const translate = (text: string): string => inLanguage(text, language);
    const usableModels = installedModels(dataDir).filter(({ engine }) => hasEngine(dataDir, engine));
    return this.#catalogue.map((model) => ({
      name: model.name,
      engine: ENGINES[model.for],
      languages: [...model.languages],
      description: translate(model.description),
      licence: translate(model.licence),
      bytes: downloadSize(model),
      card: cardOf(model, translate),
      notice: translate(missingEngine(model, dataDir)?.notice ?? '') || null,
      installed: usableModels.some(({ name }) => name === model.name),
    }));
  }

  /** Starts to install models in the background, one after another; null while another installation runs. */
  begin(models: readonly [Model, ...Model[]], parts: InstallerParts) {
    if (this.#latest?.state === 'running') return null;
    const installation: Installation = {
      name: models[0].name,
      names: models.map(({ name }) => name),
      state: 'running',
      step: STARTING,
      bytes: 0,
      total_bytes: null,
      error_code: null,
      error_message: null,
    };
    this.#latest = installation;
    this.#stop = new AbortController();
    parts.background.run((closing) => (this.#work = this.#install(models, installation, closing, parts)));
    return this.latest('en');
  }

  /**
   * Stops the installation of a model if it is running, and removes the model with all its files. Returns an
   * error code; null if that succeeded.
   */
  async remove(name: string, dataDir: string): Promise<'model_not_found' | 'model_busy' | null> {
    if (!this.find(name)) return 'model_not_found';
    const isRunning = this.#latest?.name === name && this.#latest.state === 'running';
    if (isRunning) {
      this.#stop.abort(new Error('The installation was stopped'));
      await this.#work;
    }
    try {
      await removeModel(name, dataDir);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error.code === 'busy') return 'model_busy';
      if (!isRunning) return 'model_not_found';
    }
    return null;
  }

  async #install(
    models: readonly Model[],
    installation: Installation,
    closing: AbortSignal,
    { log, ...parts }: InstallerParts,
  ): Promise<void> {
    const end = new AbortController();
    const timeoutAbort = new AbortController();
    const stop = this.#stop.signal;
    parts.clock.after(
      MAX_INSTALLATION_MS,
      () => timeoutAbort.abort(new Error('The installation took too long')),
      end.signal,
    );
    try {
      const addParts: AddParts = {
        ...disk(parts.dataDir),
        ...parts,
        ...this.#machineParts,
        signal: AbortSignal.any([closing, timeoutAbort.signal, stop]),
        step: (step) => Object.assign(installation, { step, bytes: 0, total_bytes: null }),
        progress: (bytes, total_bytes) => Object.assign(installation, { bytes, total_bytes }),
      };
      for (const model of models) {
        installation.name = model.name;
        await addWithEngine(model, addParts);
      }
      installation.state = 'installed';
    } catch (error) {
      if (stop.aborted) {
        installation.state = 'stopped';
        return;
      }
      const failure = error instanceof ModelError ? error : null;
      if (!failure && !closing.aborted) log.error(describe(error), 'a model could not be added');
      Object.assign(installation, {
        state: 'failed',
        error_code: failure?.code === 'busy' ? 'model_busy' : 'model_not_added',
        error_message: failure?.message ?? UNKNOWN_FAILURE,
      } satisfies Partial<Installation>);
    } finally {
      end.abort();
    }
  }
}

const cardOf = ({ card }: Model, say: (text: string) => string) =>
  card
    ? {
        address: card.address,
        dataset: say(card.dataset),
        dataset_licence: say(card.datasetLicence),
        training: say(card.training),
        research: card.research && say(card.research),
      }
    : null;
