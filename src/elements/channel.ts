/**
 * What the three channels share: their attributes, the session behind them, and the events they fire. The session
 * and everything that draws it come as chunks on intent; until then an element is its facade and nothing
 * else.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Customization } from '@palkit/contract/customization';
import { PalCloseEvent, PalOpenEvent } from './panel-events.ts';
import { askEarly } from './early-answer.ts';
import { loadSession } from './load-session.ts';
import { LentPoster } from './lent-poster.ts';
import { PageTold } from './told.ts';
import type { GivenVariables } from './session/page-words.ts';
import type { View, CallSession } from './session/phases.ts';
import type { Language } from './text/words.ts';
import { chooseLanguage, direction, type Choice } from './text/choose.ts';
import { facadeWords, LANGUAGES, type FacadeWords } from './text/facade.ts';
import type { widgetDialog, LocaleController, ChannelOptions } from './open-session.ts';

/** While these last nothing that is set on the element takes its call away. */
const CALLING: ReadonlySet<string> = new Set(['starting', 'joining', 'live']);

let defaultBaseUrl = '';
/** Where the script came from is where the service is, unless an element says otherwise. */
export function setDefaultBaseUrl(url: string): void {
  defaultBaseUrl = url;
}

/**
 * @fires pal-ready - The deployment is known and a session can begin.
 * @fires pal-open - The panel opened, or the call's screens took the facade's place.
 * @fires pal-close - The panel closed; a call goes on.
 * @fires pal-started - A call is connected.
 * @fires pal-ended - A call is over; once for each call.
 * @fires pal-error - Something failed; its message is fit for a person.
 * @fires pal-state-change - The session is in another phase.
 * @fires pal-message - A complete line of the transcript.
 * @fires pal-tool-call - The agent calls a tool of the page; `respondWith` answers it, else `tools` does.
 * @fires pal-navigate - The agent opens another page of this site; unless it is prevented, that is loaded.
 * @fires pal-feedback - The visitor rated the call, with one to five stars and perhaps words; where
 *   `customization.after_call.feedback` asks for it. Unless it is prevented, the service keeps it.
 * @slot header - Stands above every screen of the panel.
 * @slot preview - Stands in the place of the first screen; what begins the call calls `start()`.
 * @slot after-call - Stands in the place of the screen after a call.
 * @slot captcha - A captcha provider's widget, put there by the element itself.
 */
export abstract class Channel extends LitElement {
  /** The deployment to talk to. */
  @property({ attribute: 'deployment-id' }) deploymentId = '';
  /** Where the service is; by default where the script came from. */
  @property({ attribute: 'base-url' }) baseUrl = '';
  /** What the agent should know of this session. */
  @property({ attribute: 'conversational-context' }) conversationalContext = '';
  /** What the agent says first, instead of its own greeting. */
  @property({ attribute: 'custom-greeting' }) customGreeting = '';
  /** Stable identifiers of the visitor, comma-separated. */
  @property({ attribute: 'memory-stores' }) memoryStores = '';
  /** Who the visitor is, signed by the server of this website; read when a call starts. */
  @property({ attribute: 'visitor-token' }) visitorToken = '';
  /**
   * `off` where the visitor's screen is not to be shared; else that is offered in video calls, where the
   * browser can.
   */
  @property({ attribute: 'screen-sharing' }) screenSharing: 'auto' | 'off' = 'auto';
  /**
   * Who hears the visitor, whatever the deployment says: `browser`, where it can on the device, or `service`.
   */
  @property() hearing: '' | 'browser' | 'service' = '';
  /** `auto`, `light` or `dark`. */
  @property({ reflect: true, useDefault: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** The one colour, as hex. */
  @property({ attribute: 'accent-color' }) accentColor = '';
  /** A picture to show before anything is loaded; by default the service's, fetched once the page is loaded. */
  @property() poster = '';

  /**
   * What this page shows otherwise than the deployment's `customization` says, any part of it, at any time;
   * in markup as JSON.
   */
  @property({ type: Object }) override: Customization | null = null;

  /**
   * The page's own tools by name, as the PAL's `layers.llm.tools` has them: called with the arguments and a
   * signal that aborts when the call is over. The result, a text or what JSON can hold, goes to the agent
   * within 20 seconds.
   */
  @property({ attribute: false }) tools: Record<
    string,
    (given: Record<string, unknown>, options: { signal: AbortSignal }) => unknown
  > = {};

  /**
   * For tests and stories: makes the session instead of the built-in one.
   *
   * @internal
   */
  @property({ attribute: false }) createSession?: (options: ChannelOptions) => CallSession;

  @state() protected view: View | null = null;
  @state() protected opened = false;
  /** What an opening needs could not be loaded; the next one tries again. */
  @state() protected failed = false;
  /** The words before anything is loaded. */
  @state() protected facade: FacadeWords = facadeWords('en');
  /** The words of a session; null until one is loaded. */
  @state() protected language: Language | null = null;

  /** What the owner chose: a rule of the element's own, so that a page's rule for the element wins. */
  readonly #looks = new CSSStyleSheet();
  #session: CallSession | null = null;
  #loading: Promise<CallSession | null> | null = null;
  /** Which way the words run. */
  #direction: 'ltr' | 'rtl' = 'ltr';
  /** Ends everything when the element leaves the page. */
  #attached: AbortController | null = null;
  #chosen: Choice = { language: 'en', tag: 'en' };
  #known: View['deployment'] = null;
  #locale: LocaleController | null = null;
  #widgetDialog: typeof widgetDialog | null = null;
  /** What the page told, in its order. */
  readonly #told = new PageTold();
  /** It opened by itself. */
  #quiet = false;
  readonly #poster = new LentPoster();

  constructor() {
    super();
    this.#looks.insertRule(':host{}');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#choose();
    // Moved within the page, it goes on as it was.
    if (this.#attached) return this.requestUpdate();
    this.#attached = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Moved within the page, it is attached again before the task ends; only what stays away is over.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#attached?.abort();
      this.#attached = null;
      this.#session?.dispose();
      this.#session = this.#loading = this.#locale = this.view = null;
      this.opened = false;
    });
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot() as ShadowRoot;
    root.adoptedStyleSheets.push(this.#looks);
    return root;
  }

  protected override firstUpdated(): void {
    try {
      // A call that went on while the page was loaded again; session/kept-call.ts wrote it down. The page
      // keeps its focus.
      if (parseInt(sessionStorage.getItem('palkit:' + this.deploymentId)!) > Date.now()) {
        this.open();
        this.#quiet = true;
      }
    } catch {
      // A sandboxed frame has no storage.
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('override')) this.#session?.customize(this.override);
    if (changed.has('deploymentId') || changed.has('baseUrl')) {
      this.#anew();
      if (this.showsPoster()) this.#poster.lend(this, this.baseUrl || defaultBaseUrl, this.#attached?.signal);
    }
    this.#dress(this.view?.deployment?.customization.theme);
  }

  /** The looks that the owner chose; the attributes of the element come before them. */
  #dress(theme: Customization['theme'] = {}): void {
    const accent = this.accentColor || theme.accent_color;
    this.look('pal-accent', accent && /^#([0-9a-f]{3}){1,2}$/i.test(accent) ? accent : '');
    this.look('pal-radius', theme.corner_radius?.toFixed().concat('px'));
    this.look('pal-font', theme.font_family);
    if (theme.mode && this.theme === 'auto') this.theme = theme.mode;
  }

  protected override updated(_changed: PropertyValues): void {
    if (this.isConnected && this.#attached)
      this.#widgetDialog?.(this, this.view, this.opened, this.#quiet, this.#attached.signal);
  }

  /** Whether the agent's face is shown before a call. */
  protected showsPoster(): boolean {
    return true;
  }

  /** Sets a token, or takes it back. */
  protected look(token: string, value = ''): void {
    const rule = this.#looks.cssRules[0] as CSSStyleRule;
    if (rule.style.getPropertyValue(`--${token}`) === value) return;
    rule.style.setProperty(`--${token}`, value);
    // WebKit shows a rule's first change only: the changed rule is put in anew.
    this.#looks.replaceSync(rule.cssText);
  }

  /** Another deployment or service: what was fetched is of no use. A call that goes on is left alone. */
  #anew(): void {
    if (!this.#session || CALLING.has(this.#session.view.phase.is)) return;
    this.#session.dispose();
    this.#session = this.#loading = this.view = this.#known = null;
    this.failed = false;
    if (this.opened)
      void this.load().then(
        (session) => session?.prepare(),
        () => this.close(),
      );
  }

  /** Opens the panel. */
  open(): void {
    if (this.opened) return;
    this.opened = true;
    this.failed = false;
    this.dispatchEvent(new PalOpenEvent());
    void this.load().then(
      (session) => session?.prepare(),
      (error: unknown) => {
        // The visitor is told by the launcher; what it was, the page's developer reads here.
        console.error('palkit: what a call needs could not be loaded.', error);
        this.failed = this.opened;
        this.close();
      },
    );
  }

  /** Closes the panel; a call goes on. */
  close(): void {
    if (!this.opened) return;
    this.opened = this.#quiet = false;
    this.dispatchEvent(new PalCloseEvent());
  }

  /** Opens, and goes through the gates into a call. */
  async start(): Promise<void> {
    this.open();
    (await this.load().catch(() => null))?.begin();
  }

  /** Ends the call. */
  end(): void {
    this.#session?.end();
  }

  /** Says a text as if the visitor had said it. */
  say(text: string): void {
    this.#session?.say(text);
  }

  /**
   * Tells the agent something that it knows from then on, also in later calls: what the visitor looks at, for
   * example. Nothing is said of it. At any time; the newest 20,000 characters count.
   */
  sendContext(text: string): void {
    this.#told.add(this.#session, 'sendContext', text);
  }

  /**
   * Fills `{{name}}` in the agent's prompt, greeting and context: 30 names at most, each with 500 characters; null
   * takes one back. At any time; what is said once, as the greeting, is what it was.
   */
  setVariables(variables: GivenVariables): void {
    this.#told.add(this.#session, 'setVariables', variables);
  }

  /** Silences the agent. */
  interrupt(): void {
    this.#session?.interrupt();
  }

  /** Aborts when the element leaves the page. */
  protected get attached(): AbortSignal | undefined {
    return this.#attached?.signal;
  }

  /** A content whose words look the same on every page, whatever that lets its elements inherit. */
  protected plain(content: TemplateResult): TemplateResult {
    return html`<div class="plain" dir=${this.#direction}>${content}</div>`;
  }

  /** The session's screens, with what the page has of its own for them. */
  protected panelOf({ closable = false, untitled = false } = {}) {
    // A slot that is handed on counts as filled, so only a filled one is.
    const own = ['header', 'preview', 'after-call', 'captcha'].filter(
      (name) => name === 'captcha' || this.querySelector(`:scope>[slot=${name}]`),
    );
    return this.view
      ? this.plain(
          html`<pal-panel
            lang=${this.language?.tag ?? 'en'}
            .view=${this.view}
            .poster=${this.poster}
            ?untitled=${untitled}
            ?closable=${closable}
            >${own.map((name) => html`<slot name=${name} slot=${name}></slot>`)}</pal-panel
          >`,
        )
      : nothing;
  }

  /** Loads what a session needs; on hover or focus it warms up, on a click it is there. */
  protected load(): Promise<CallSession | null> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Loads it ahead; what fails is only told to who opens. */
  protected warm = (): void => {
    this.load().catch(() => {});
  };

  async #load(): Promise<CallSession | null> {
    const attached = this.#attached;
    const service = () => new URL(this.baseUrl || defaultBaseUrl, location.origin).href.replace(/\/+$/, '');
    const loading = loadSession();
    const early = this.deploymentId && !this.createSession ? askEarly(service(), this.deploymentId) : null;
    const { eventDispatcher, widgetDialog, LocaleController, openSession } = await loading;
    // Asked for before it was put into the page, it is there by now.
    if (!this.#attached || (attached && attached !== this.#attached)) return null;
    const { signal } = this.#attached;
    const url = service();
    const session = openSession(this, { baseUrl: url, early }, () => this.#chosen.tag, signal);
    this.#session = session;
    this.#told.again(session);
    this.#widgetDialog = widgetDialog;
    this.#locale = new LocaleController(
      this,
      (language) => {
        this.language = language;
        this.#run(language.tag.split('-')[0]!);
        this.view = session.view;
      },
      signal,
    );
    session.subscribe((view) => this.#draw(view));
    session.subscribe(
      eventDispatcher({
        channel: this,
        page: this.ownerDocument,
        service: { url, given: Boolean(this.baseUrl || defaultBaseUrl) },
        deploymentId: this.deploymentId,
      }),
    );
    // What the PAL speaks is not known yet; until it is, the page and the browser say.
    this.#locale.read(this.#chosen);
    this.#draw(session.view);
    return session;
  }

  #draw(view: View): void {
    const { deployment } = view;
    if (deployment && deployment !== this.#known) {
      this.#known = deployment;
      this.#choose();
      this.#locale!.read(this.#chosen);
    }
    // What is drawn waits for its words.
    if (!this.#locale!.fetching) this.view = view;
  }

  /** The visitor's language, as far as it is known. */
  #choose(): void {
    const deployment = this.#known;
    const page = this.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
    this.#chosen = chooseLanguage(
      {
        locale: deployment?.customization.locale,
        languages: deployment?.languages,
        page,
        browser: navigator.languages,
      },
      LANGUAGES,
    );
    this.facade = facadeWords(this.#chosen.language);
    this.#run(this.#chosen.language);
  }

  /** Words that run another way than the page turn the whole element. */
  #run(language: string): void {
    const dir = (this.#direction = direction(language));
    if (getComputedStyle(this).direction !== dir) this.dir = dir;
  }
}
