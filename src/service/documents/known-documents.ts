/**
 * Indexes the documents of calls once for each selection, and shares the indexes between calls. The number of
 * cached characters is limited; a new index evicts older indexes of the same account first. The indexes of an
 * account are built one after another.
 */
import { type ReadBlocks, TextIndex } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import type { Store } from '../store/store.ts';
import { documentsVersion, knowledge, type DocumentChoice } from './knowledge.ts';

/** Maximum number of characters of all indexes that are cached for later calls; a million need about 20 MB. */
const MAX_CHARACTERS = 6_000_000;
const MAX_CHARACTERS_OF_ACCOUNT = 2_000_000;
/** Milliseconds without use after which an index is removed. */
const MAX_IDLE_MS = 15 * 60_000;
/** Milliseconds until missing vectors are loaded again; a job computes them meanwhile. */
const INCOMPLETE_LIFETIME_MS = 60_000;

interface Entry {
  account: number;
  index: Promise<TextIndex>;
  /** Number of characters of the index; 0 until it is built. */
  characters: number;
  /** Expiry in Unix milliseconds. */
  expires: number;
  complete: boolean;
}

interface Parts {
  store: Store;
  clock: Clock;
  read: ReadBlocks;
  /** The model whose vectors are loaded; if null, no vectors are loaded. */
  model: string | null;
}

export class KnownDocuments {
  readonly #parts: Parts;
  /** Keyed by account and version, least recently used first. */
  readonly #entries = new Map<string, Entry>();
  /** For each account, a promise that settles when its latest index is built. */
  readonly #builds = new Map<number, Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async of(choice: DocumentChoice): Promise<TextIndex> {
    const { store, clock } = this.#parts;
    const version = await documentsVersion(store.db, choice);
    const now = clock.now();
    for (const [key, { expires }] of this.#entries) if (expires <= now) this.#entries.delete(key);
    const key = `${choice.account}:${version}`;
    const entry = this.#entries.get(key) ?? this.#addEntry(key, choice);
    // Move the entry to the end, because entries are sorted by their last use.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (entry.complete) entry.expires = now + MAX_IDLE_MS;
    return entry.index;
  }

  #addEntry(key: string, choice: DocumentChoice): Entry {
    const { account } = choice;
    const previousBuild = this.#builds.get(account) ?? Promise.resolve();
    const index = previousBuild.then(() => this.#buildIndex(choice));
    const completion = index.then(
      (textIndex) => this.#completeEntry(entry, textIndex),
      () => this.#entries.delete(key),
    );
    this.#builds.set(account, completion);
    void completion.then(() => {
      if (this.#builds.get(account) === completion) this.#builds.delete(account);
    });
    const entry: Entry = { account, index, characters: 0, expires: Infinity, complete: false };
    return entry;
  }

  async #buildIndex(choice: DocumentChoice): Promise<TextIndex> {
    const { store, read, model } = this.#parts;
    return TextIndex.build(await knowledge(store.db, choice, model), read);
  }

  #completeEntry(entry: Entry, { table }: TextIndex): void {
    const { clock, model } = this.#parts;
    entry.characters = table.passages.reduce((sum, { text }) => sum + text.length, 0);
    entry.complete = model === null || table.sentences.every(({ vectors }) => vectors !== null);
    entry.expires = clock.now() + (entry.complete ? MAX_IDLE_MS : INCOMPLETE_LIFETIME_MS);
    const charactersOf = (entries: readonly Entry[]) =>
      entries.reduce((sum, { characters }) => sum + characters, 0);
    for (const [key, other] of this.#entries) {
      const entries = [...this.#entries.values()];
      const ownEntries = entries.filter(({ account }) => account === entry.account);
      const isOverShare =
        charactersOf(ownEntries) > MAX_CHARACTERS_OF_ACCOUNT && other.account === entry.account;
      if (other !== entry && (isOverShare || charactersOf(entries) > MAX_CHARACTERS))
        this.#entries.delete(key);
    }
  }
}
