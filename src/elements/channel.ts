/**
 * The base class of the three channels: attributes, session and events. The session and the screens are separate
 * chunks, which load when the visitor is about to use them. Until then an element shows only its facade.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Customization } from '@palkit/contract/customization';
import { PalCloseEvent, PalOpenEvent } from './panel-events.ts';
import { requestEarly } from './early-answer.ts';
import { loadSession } from './load-session.ts';
import { ServicePoster } from './service-poster.ts';
import { StyledElement } from './parts/base/styled-element.ts';
import { serviceAddress } from './page-address.ts';
import { PageContext } from './page-context.ts';
import { PagePresence, type PresentElement } from './page-presence.ts';
import type { PageVariables } from './session/page-updates.ts';
import type { CallSession, StartMode, View } from './session/phases.ts';
import type { Language } from './text/words.ts';
import { chooseLanguage, direction, type Choice } from './text/choose.ts';
import { facadeWords, LANGUAGES, type FacadeWords } from './text/facade.ts';
import type { widgetDialog, LocaleController, ChannelOptions } from './open-session.ts';

/** Phases in which a changed attribute does not end the call. */
const CALLING: ReadonlySet<string> = new Set(['starting', 'joining', 'live']);

let defaultBaseUrl = '';
/** Sets the service's address for elements without `base-url`. The entry for script tags passes its own address. */
export function setDefaultBaseUrl(url: string): void {
  defaultBaseUrl = url;
}

/**
 * @fires pal-ready - The deployment is known and a session can begin.
 * @fires pal-open - The panel opened, or the call's screens replaced the facade.
 * @fires pal-close - The panel closed; a running call continues.
 * @fires pal-started - A call is connected.
 * @fires pal-ended - A call is over; once for each call.
 * @fires pal-error - Something failed; the message can be shown to a visitor.
 * @fires pal-state-change - The session entered another phase.
 * @fires pal-message - A complete line of the transcript.
 * @fires pal-tool-call - The agent calls a tool of the page; `respondWith` answers it, else `tools` does.
 * @fires pal-navigate - The agent opens another page of this site, which is loaded unless the event is
 * prevented.
 * @fires pal-feedback - The visitor rated the call with one to five stars and an optional comment, where
 * `customization.after_call.feedback` asks for it. The service stores it unless the event is prevented.
 * @slot header - Shown above every screen of the panel.
 * @slot preview - Replaces the first screen; its content begins the call with `start()`.
 * @slot after-call - Replaces the screen after a call.
 * @slot captcha - A captcha provider's widget; the element itself puts it there.
 */
export abstract class Channel extends StyledElement implements PresentElement {
  /** ID of the deployment to talk to. */
  @property({ attribute: 'deployment-id' }) deploymentId = '';
  /** Address of the service; by default the one that the script came from. */
  @property({ attribute: 'base-url' }) baseUrl = '';
  /** Facts about this session for the agent to know. */
  @property({ attribute: 'conversational-context' }) conversationalContext = '';
  /** The agent's first line, instead of its own greeting. */
  @property({ attribute: 'custom-greeting' }) customGreeting = '';
  /** Stable identifiers of the visitor, separated by commas. */
  @property({ attribute: 'memory-stores' }) memoryStores = '';
  /** The visitor's token, signed by this website's server; read when a call starts. */
  @property({ attribute: 'visitor-token' }) visitorToken = '';
  /** `off` stops visitors from sharing their screen. By default video calls offer it where the browser can. */
  @property({ attribute: 'screen-sharing' }) screenSharing: 'auto' | 'off' = 'auto';
  /**
   * Where speech is recognised, whatever the deployment says: `browser` (where it can do so on the device) or
   * `service`.
   */
  @property() hearing: '' | 'browser' | 'service' = '';
  /** Colour scheme: `auto`, `light` or `dark`. */
  @property() theme: 'auto' | 'light' | 'dark' = 'auto';
  /** Accent colour in hexadecimal form. */
  @property({ attribute: 'accent-color' }) accentColor = '';
  /** Address of a picture to show before a call; by default the service's, fetched after the page's load. */
  @property() poster = '';

  /** Overrides any part of the deployment's `customization` for this page, at any time; JSON in markup. */
  @property({ type: Object }) override: Customization | null = null;

  /**
   * The page's own tools by name, as listed in the PAL's `layers.llm.tools`. Each is called with the arguments and a
   * signal that aborts when the call ends. Its result, a text or a JSON value, must arrive within 20 seconds and is
   * sent to the agent.
   */
  @property({ attribute: false }) tools: Record<
    string,
    (input: Record<string, unknown>, options: { signal: AbortSignal }) => unknown
  > = {};

  /** @internal Creates the session instead of the built-in one, for tests and stories. */
  @property({ attribute: false }) createSession?: (options: ChannelOptions) => CallSession;

  @state() protected view: View | null = null;
  /** @internal */
  @state() opened = false;
  /** True if the code for opening could not be loaded; the next attempt to open loads it again. */
  @state() protected failed = false;
  /** The texts that are shown before other code is loaded. */
  @state() protected facade: FacadeWords = facadeWords('en');
  /** The texts of the session's screens; null until they are loaded. */
  @state() protected language: Language | null = null;

  /** The owner's settings are a `:host` rule, because the page's own rules for the element override such rules. */
  readonly #sheet = new CSSStyleSheet();
  #session: CallSession | null = null;
  #loading: Promise<CallSession | null> | null = null;
  /** Text direction of the selected language. */
  #direction: 'ltr' | 'rtl' = 'ltr';
  #choice: Choice = { language: 'en', tag: 'en' };
  #deployment: View['deployment'] = null;
  #locale: LocaleController | null = null;
  #widgetDialog: typeof widgetDialog | null = null;
  readonly #pageContext = new PageContext();
  /** True if the panel reopened after a reload, without a click. */
  #isQuiet = false;
  readonly #poster = new ServicePoster();
  readonly #presence = new PagePresence(this);
  /** The owner's colour scheme, if the page does not set one. */
  #ownerTheme: 'auto' | 'light' | 'dark' = 'auto';

  constructor() {
    super();
    this.#sheet.insertRule(':host{}');
    this.sheets = [...this.sheets, this.#sheet];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#presence.attach();
    if (this.hasUpdated) this.requestUpdate();
    // Pages that were written for the hosted interface's widget use this name. Malformed JSON causes an error in the
    // console.
    this.override ??= JSON.parse(this.getAttribute('override-config')!) as Customization | null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#presence.detach();
    this.#drawDialog();
  }

  /** @internal */
  get isCalling(): boolean {
    return CALLING.has(this.#session?.view.phase.is ?? '');
  }

  /** @internal */
  endSession(): void {
    this.#session?.dispose();
    this.#session = this.#loading = this.#locale = this.view = this.#deployment = null;
    this.opened = false;
  }

  /** @internal */
  appear(): void {
    try {
      // If a call of an earlier page continues (session/stored-call.ts), reopen, but do not move the focus.
      if (parseInt(sessionStorage.getItem('palkit:' + this.deploymentId) ?? '') > Date.now()) {
        this.open();
        this.#isQuiet = true;
      }
    } catch {
      // A sandboxed frame has no storage.
    }
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('override')) {
      this.#session?.customize(this.override);
      this.readPage();
    }
    if (changed.has('deploymentId') || changed.has('baseUrl')) {
      this.#reset();
      if (this.showsPoster()) this.#poster.show(this, this.baseUrl || defaultBaseUrl, this.attached);
    }
    this.#applyTheme({ ...this.view?.deployment?.customization.theme, ...this.override?.theme });
  }

  /** Applies the owner's theme; attributes of the element take precedence. */
  #applyTheme(theme: Customization['theme'] = {}): void {
    const accent = this.accentColor || theme.accent_color;
    this.setStyle('--pal-accent', accent && /^#([0-9a-f]{3}){1,2}$/i.test(accent) ? accent : '');
    this.setStyle('--pal-radius', theme.corner_radius?.toFixed().concat('px'));
    this.setStyle('--pal-font', theme.font_family);
    if (this.theme === this.#ownerTheme) this.theme = this.#ownerTheme = theme.mode ?? 'auto';
    this.setStyle('color-scheme', this.theme.replace('auto', ''), 'important');
  }

  protected override updated(_changed: PropertyValues): void {
    this.#drawDialog();
  }

  #drawDialog(): void {
    if (this.attached) this.#widgetDialog?.(this, this.view, this.opened, this.#isQuiet, this.attached);
  }

  /** True if the element shows the agent's face before a call. */
  protected showsPoster(): boolean {
    return true;
  }

  /** Sets or removes a property of the element's own rule, such as a design token. */
  protected setStyle(name: string, value = '', priority = ''): void {
    const rule = this.#sheet.cssRules[0] as CSSStyleRule;
    if (rule.style.getPropertyValue(name) === value) return;
    rule.style.setProperty(name, value, priority);
    // WebKit renders only the first change of a rule, so replace the whole sheet.
    this.#sheet.replaceSync(rule.cssText);
    if (this.ownerDocument !== document) this.restyle();
  }

  /** Discards the session when the deployment or the service changes, except during a call. */
  #reset(): void {
    if (!this.#session || this.isCalling) return;
    this.#session.dispose();
    this.#session = this.#loading = this.view = this.#deployment = null;
    this.failed = false;
    if (this.opened) this.#prepare();
  }

  /** Opens the panel. */
  open(): void {
    this.#isQuiet = false;
    if (this.opened) return;
    this.opened = true;
    this.failed = false;
    this.dispatchEvent(new PalOpenEvent());
    this.#prepare();
  }

  #prepare(): void {
    void this.load().then(
      (session) => session?.prepare(),
      (error: unknown) => {
        // The launcher shows the failure to the visitor; log the cause for the page's developer.
        console.error('palkit:', error);
        this.failed = this.opened;
        this.close();
      },
    );
  }

  /** Closes the panel; a running call continues. */
  close(): void {
    if (!this.opened) return;
    this.opened = this.#isQuiet = false;
    this.dispatchEvent(new PalCloseEvent());
  }

  /** Opens the panel and starts a call, after the gates; `'text'` does not request the microphone. */
  async start(mode?: StartMode): Promise<void> {
    this.open();
    (await this.load().catch(() => null))?.begin(mode);
  }

  /** Ends the call. */
  end(): void {
    this.#session?.end();
  }

  /** Sends a text as if the visitor had said it. */
  say(text: string): void {
    this.#session?.say(text);
  }

  /**
   * Tells the agent a fact that it can use from then on, also in later calls, such as the product that the visitor
   * looks at. The agent does not reply to it. Works at any time; the newest 20,000 characters are used.
   */
  sendContext(text: string): void {
    this.#pageContext.add(this.#session, 'sendContext', text);
  }

  /**
   * Fills `{{name}}` in the agent's prompt, greeting and context: at most 30 names, with at most 500 characters each;
   * null removes one. Works at any time; lines that were already spoken, such as the greeting, do not change.
   */
  setVariables(variables: PageVariables): void {
    this.#pageContext.add(this.#session, 'setVariables', variables);
  }

  /** Stops the agent's current answer. */
  interrupt(): void {
    this.#session?.interrupt();
  }

  /** Address of the service. */
  protected get service(): string {
    return serviceAddress(this.baseUrl || defaultBaseUrl);
  }

  /** Aborts when the element leaves the page. */
  protected get attached(): AbortSignal | undefined {
    return this.#presence.signal;
  }

  /** Wraps content in an element that resets the page's inherited text styles. */
  protected plain(content: TemplateResult | typeof nothing): TemplateResult {
    return html`<div class="plain" dir=${this.#direction}>${content}</div>`;
  }

  /** The session's screens, with the slots that the page has filled. */
  protected panel({ closable = false, untitled = false } = {}) {
    // A forwarded slot counts as filled even if it is empty, so forward only slots with content.
    const filledSlots = ['header', 'preview', 'after-call', 'captcha'].filter(
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
            >${filledSlots.map((name) => html`<slot name=${name} slot=${name}></slot>`)}</pal-panel
          >`,
        )
      : nothing;
  }

  /** Loads the session's code once, when a click is likely or happens. */
  protected load(): Promise<CallSession | null> {
    return (this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    }));
  }

  /** Loads the code in advance; `open` reports a failure. */
  protected preload = (): void => {
    this.load().catch(() => {});
  };

  async #load(): Promise<CallSession | null> {
    const { attached } = this;
    const sessionModule = loadSession();
    const earlyAnswer =
      this.deploymentId && !this.createSession ? requestEarly(this.service, this.deploymentId) : null;
    const { eventDispatcher, widgetDialog, LocaleController, openSession } = await sessionModule;
    // The element is not attached yet, or was removed in the meantime.
    const signal = this.attached;
    if (!signal || (attached && attached !== signal)) return null;
    const url = this.service;
    const session = openSession(this, { baseUrl: url, early: earlyAnswer }, () => this.#choice.tag, signal);
    this.#session = session;
    this.#pageContext.replay(session);
    this.#widgetDialog = widgetDialog;
    this.#locale = new LocaleController(
      this,
      (language) => {
        this.language = language;
        this.#direction = direction(language.tag.replace(/-.*/, ''));
        this.view = session.view;
      },
      signal,
    );
    session.subscribe((view) => this.#draw(view));
    session.subscribe(
      eventDispatcher({
        channel: this,
        page: this.ownerDocument,
        service: { url, isSet: Boolean(this.baseUrl || defaultBaseUrl) },
        deploymentId: this.deploymentId,
      }),
    );
    // Before the deployment is loaded, the page and the browser determine the language.
    this.#locale.read(this.#choice);
    this.#draw(session.view);
    return session;
  }

  #draw(view: View): void {
    const { deployment } = view;
    if (!this.#locale) return;
    if (deployment && deployment !== this.#deployment) {
      this.#deployment = deployment;
      this.readPage();
    }
    // Draw only when the texts of the selected language are loaded.
    if (!this.#locale.isLoading) this.view = view;
  }

  /** @internal */
  readPage(): void {
    const deployment = this.#deployment;
    const page = this.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
    const locale = this.override?.locale ?? deployment?.customization.locale;
    const choice = chooseLanguage(
      { locale, languages: deployment?.languages, page, browser: navigator.languages },
      LANGUAGES,
    );
    if (choice.tag === this.#choice.tag) return;
    this.#choice = choice;
    this.facade = facadeWords(choice.language);
    this.#direction = direction(choice.language);
    this.#locale?.read(choice);
  }
}
