/** The context of a call's answers: the language in use and the page context. */
import { detectLanguage } from '../language/language-detection.ts';
import { withPageMessage, type PageMessage, type PageState } from '../turns/page-messages.ts';
import { agentSentences, type AgentSentences } from './agent-sentences.ts';

interface Settings {
  /** The languages of the conversation, the main one first; if it is empty, the engines detect the language. */
  languages: readonly string[];
  /** Lines from before a restart of the service. */
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

  /** The language in use; undefined if it is not known. */
  get language(): string | undefined {
    return this.#language;
  }

  /** The page's words for the model, and its variables. */
  get page(): PageState {
    return this.#page;
  }

  /** Equal as long as an answer's dependencies are unchanged. */
  get premises(): string {
    return `${this.#language ?? ''}\n${this.#page.context}\n${JSON.stringify(this.#page.variables)}`;
  }

  /** The language in which a text of the agent is spoken. */
  languageOf(text: string): string | undefined {
    return this.#languages.length > 1
      ? (detectLanguage(text, this.#languages) ?? this.#language)
      : this.#language;
  }

  /** The agent's own sentences in the language in use, with the name of a person if they need one. */
  sentences(name?: string): AgentSentences {
    return agentSentences(this.#language, name === undefined ? {} : { name });
  }

  /** Detects the language from the visitor's words; `language` if the recogniser reports it. */
  follow(text: string, language: string | undefined): void {
    this.#language = language ?? detectLanguage(text, this.#languages) ?? this.#language;
  }

  takePageMessage(event: PageMessage): void {
    this.#page = withPageMessage(this.#page, event);
    this.#onPageContext?.(this.#page);
  }
}
