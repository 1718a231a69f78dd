/** The context of a call's answers: the language in use and the page context. */
import { detectLanguage } from '../language/language-detection.ts';
import { withPageMessage, type PageMessage, type PageState } from '../turns/page-messages.ts';
import { agentSentences, type AgentSentences } from './agent-sentences.ts';

interface Settings {
  /** The languages of the conversation, the main one first. If the list is empty, the engines detect the language. */
  languages: readonly string[];
  /** Page context from before a restart of the service. */
  pageContext?: PageState;
  /** Stores the page context. */
  onPageContext?: (page: PageState) => void;
}

export class CallContext {
  readonly #languages: readonly string[];
  #language: string | undefined;
  #page: PageState;
  readonly #onPageContext: Settings['onPageContext'];

  constructor({ languages, pageContext, onPageContext }: Settings) {
    this.#languages = languages;
    this.#language = languages[0];
    this.#page = pageContext ?? { context: '', variables: {} };
    this.#onPageContext = onPageContext;
  }

  /** The language of the call; undefined while it is unknown. */
  get language(): string | undefined {
    return this.#language;
  }

  /** The text that the page added for the model, and its variables. */
  get page(): PageState {
    return this.#page;
  }

  /** A key that changes if the language or the page context changes. */
  get premises(): string {
    return `${this.#language ?? ''}\n${this.#page.context}\n${JSON.stringify(this.#page.variables)}`;
  }

  /** Returns the language in which the agent speaks a text; undefined while the language of the call is unknown. */
  languageOf(text: string): string | undefined {
    return this.#languages.length > 1
      ? (detectLanguage(text, this.#languages) ?? this.#language)
      : this.#language;
  }

  /**
   * Returns the built-in sentences in the language in use, with `name` inserted where a sentence needs it.
   */
  sentences(name?: string): AgentSentences {
    return agentSentences(this.#language, name === undefined ? {} : { name });
  }

  /** Detects the language from the visitor's words; `language` is the recogniser's result, if it has one. */
  detectVisitorLanguage(text: string, language: string | undefined): void {
    this.#language = language ?? detectLanguage(text, this.#languages) ?? this.#language;
  }

  takePageMessage(event: PageMessage): void {
    this.#page = withPageMessage(this.#page, event);
    this.#onPageContext?.(this.#page);
  }
}
