/** The base class of parts with texts: it requests the visitor's language from the channel. */
import { property, state } from 'lit/decorators.js';
import type { Session } from '../../headless/session.ts';
import { NativeEvent } from './native-event.ts';
import { StyledElement } from './styled-element.ts';
import { ENGLISH, type Language, type Words } from '../../text/words.ts';

/** Requests the current language and its changes from an ancestor. If no ancestor answers, English is used. */
export class LanguageRequest extends NativeEvent {
  static readonly type = 'pal-language';
  readonly take: (language: Language) => void;
  /** Aborts when the part is removed. */
  readonly signal: AbortSignal;

  constructor(take: (language: Language) => void, signal: AbortSignal) {
    super(LanguageRequest.type, { bubbles: true, composed: true });
    this.take = take;
    this.signal = signal;
  }
}

/**
 * The parts that a page may style with `::part()`. Each element exports the entire list, which includes the parts
 * of the elements below it. A test compares the list with the templates.
 */
export const PARTS =
  'actions,activity,alert-text,back,bar,below,beside,booking,calm,camera,canvas,caption,captions,' +
  'card,card-text,card-title,chart-line,chosen,close,composer,composer-input,control,controls,count,' +
  'day,disclosure,dismiss,done,dots,download,drawing,empty,expand,face,format,heard,image,image-caption,' +
  'input,interrupted,label,latest,leave,legend,level,line,lines,link,mark,microphone,minimised,more,' +
  'name,note,notice,option,over,own,pal,picture,play,preview,primary,problem,question,questions,' +
  'screen,search,secondary,send,share,sharing,side,skip,slice,sources,speaker,stage,star,stars,' +
  'status,still,stop,submit,text,time,time-left,title,tool,tools,tools-title,transcript,undo,' +
  'unloaded,user,weak,words,zone';

/**
 * Connects a part to a session of `palkit/session` until the signal aborts; `setLanguage` receives the visitor's
 * language.
 */
export type Follow = (
  part: Part,
  session: Session,
  setLanguage: (language: Language) => void,
  signal: AbortSignal,
) => void;

export abstract class Part extends StyledElement {
  /** Connects a part outside a channel to its session. Set by `palkit/parts`; not used within a channel. */
  static follow: Follow | null = null;

  @state() protected language: Language = ENGLISH;

  #detached = new AbortController();
  #session: Session | null = null;

  /** The session to draw, for the six parts of `palkit/parts` outside a channel. */
  @property({ attribute: false })
  get session(): Session | null {
    return this.#session;
  }
  set session(session: Session | null) {
    if (session === this.#session) return;
    this.#session = session;
    if (this.isConnected) this.#attach();
  }

  protected get words(): Words {
    return this.language.words;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('exportparts', PARTS);
    this.#attach();
  }

  #attach(): void {
    this.#detached.abort();
    this.#detached = new AbortController();
    const { signal } = this.#detached;
    if (this.#session) Part.follow?.(this, this.#session, (language) => (this.language = language), signal);
    else this.dispatchEvent(new LanguageRequest((language) => (this.language = language), signal));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#detached.abort();
  }
}
