/** What every part that has words starts from: the visitor's language, asked of the channel above. */
import { LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Session } from '../../headless/session.ts';
import { ENGLISH, type Language, type Words } from '../../text/words.ts';

/** Asks whoever is above for the language, now and whenever it changes; without an answer it is English. */
export class LanguageRequest extends Event {
  static readonly type = 'pal-language';
  readonly take: (language: Language) => void;
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;

  constructor(take: (language: Language) => void, signal: AbortSignal) {
    super(LanguageRequest.type, { bubbles: true, composed: true });
    this.take = take;
    this.signal = signal;
  }
}

/**
 * What a page may style by `::part()`: each part hands up its own and those below it. A test holds this to
 * the templates.
 */
export const PARTS =
  'actions,activity,alert-text,back,bar,below,beside,booking,calm,camera,canvas,caption,captions,' +
  'card,card-text,card-title,chart-line,chosen,close,composer,composer-input,control,controls,count,' +
  'day,disclosure,dismiss,done,dots,download,drawing,empty,expand,face,format,image,image-caption,' +
  'input,interrupted,label,latest,leave,legend,level,line,lines,link,mark,microphone,minimised,more,' +
  'name,note,notice,option,over,own,pal,picture,play,preview,primary,problem,question,questions,' +
  'screen,search,secondary,send,share,sharing,side,skip,slice,sources,speaker,stage,star,stars,' +
  'status,still,stop,submit,text,time,time-left,title,tool,tools,tools-title,transcript,undo,' +
  'unloaded,user,weak,words,zone';

/**
 * Lets a part draw and ask a session of `palkit/session` until the signal aborts; `speak` gives it its words.
 */
export type Follow = (
  part: Part,
  session: Session,
  speak: (language: Language) => void,
  signal: AbortSignal,
) => void;

export abstract class Part extends LitElement {
  /** `palkit/parts` brings it; within a channel no part needs it. */
  static follow: Follow | null = null;

  @state() protected language: Language = ENGLISH;

  #detached = new AbortController();
  #session: Session | null = null;

  /** What the part draws and asks outside of a channel; for the six of `palkit/parts`. */
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
