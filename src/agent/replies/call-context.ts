/** The context of a call's answers: the language in use and the page context. */
import { detectLanguage } from '../language/language-detection.ts';
import { withPageMessage, type PageMessage, type PageState } from '../turns/page-messages.ts';
import { agentSentences, type AgentSentences } from './agent-sentences.ts';

interface Settings {
  /** The languages of the conversation, the first one first; none: the engines tell. */
  languages: readonly string[];
  /** Lines that were said before a restart of the service. */
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

  /** The language that is spoken now; undefined where it is not known. */
  get language(): string | undefined {
    return this.#language;
  }

  /** The page's words for the model, and its variables. */
  get page(): PageState {
    return this.#page;
  }

  /** Equal as long as nothing has changed that an answer depends on. */
  get premises(): string {
    return `${this.#language ?? ''}\n${this.#page.context}\n${JSON.stringify(this.#page.variables)}`;
  }

  /** The language in which a text of the agent is spoken. */
  languageOf(text: string): string | undefined {
    return this.#languages.length > 1
      ? (detectLanguage(text, this.#languages) ?? this.#language)
      : this.#language;
  }

  /** The agent's own sentences, in the language that is spoken; with the name of a person where they hold one. */
  sentences(name?: string): AgentSentences {
    return agentSentences(this.#language, name === undefined ? {} : { name });
  }

  /** The visitor's words decide the language; `language` where the recogniser knows it. */
  follow(text: string, language: string | undefined): void {
    this.#language = language ?? detectLanguage(text, this.#languages) ?? this.#language;
  }

  takePageMessage(event: PageMessage): void {
    this.#page = withPageMessage(this.#page, event);
    this.#onPageContext?.(this.#page);
  }
}
