import { getConsentSentence, withdrawConsent } from '@palkit/contract/face-consent';
import { createFace, deleteFace, listFaces, type Face } from '@palkit/contract/faces';
import { createVideo, getVideo } from '@palkit/contract/videos';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { pathOf, pause, request, sendFile } from '../base/api.ts';
import { ConsoleSection } from '../base/part.ts';
import { progressField, textField } from '../base/form-fields.ts';
import { button, cards, DANGER } from '../base/templates.ts';
import { clockTime, t } from '../base/words.ts';

const POLL_MS = 2000;

/**
 * Faces of the account: uploads and trains a film, then shows the result, which the owner accepts or rejects.
 * @fires face-chosen - With the id of the face that the agent should use.
 * @fires faces-changed - A face was trained or removed.
 */
@customElement('palkit-own-faces')
export class OwnFaces extends ConsoleSection {
  protected override readonly heading = 'ownFaces';
  @state() private faces: readonly Face[] = [];
  @state() private sentence = '';
  /** The current step of a film's upload, with its progress from 0 to 1; null if there is none. */
  @state() private step: { words: 'sending' | 'converting'; share: number } | null = null;
  /** Addresses of spoken test sentences, keyed by face. */
  @state() private samples: Readonly<Record<string, string>> = {};
  /** Films selected on this page, by face. One that the service cannot read is converted and uploaded again. */
  readonly #films = new Map<string, File>();
  #isWatching = false;

  protected override async load(): Promise<void> {
    this.sentence = (await request(getConsentSentence)).sentence;
    await this.#watch();
  }

  /** Polls the faces until none is in training. */
  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    await this.repeat(POLL_MS, async () => {
      const query = { limit: '50', face_type: 'user', verbose: 'true' } as const;
      const previousFaces = this.faces;
      this.faces = (await request(listFaces, { query })).data;
      const count = (faces: readonly Face[]) => faces.filter(({ status }) => status === 'completed').length;
      if (count(previousFaces) !== count(this.faces))
        this.dispatchEvent(new CustomEvent('faces-changed', { bubbles: true }));
      return this.faces.some(({ status }) => status === 'started');
    }).finally(() => (this.#isWatching = false));
  }

  protected override content(): TemplateResult {
    return html`<ul>
        ${(['filmOnePerson', 'filmStill', 'filmListenTalk'] as const).map((word) => html`<li>${t(word)}</li>`)}
      </ul>
      <p>${t('consentSentence')} <q lang="en">${this.sentence}</q></p>
      <form class="stack" @submit=${this.#send}>
        ${textField('face-name', t('name'), { longest: 200 })}
        <label class="field"
          >${t('film')} <input name="film" type="file" accept="video/*,.mkv,.mov" required
        /></label>
        <details>
          <summary>${t('consentStatement')}</summary>
          ${textField('consent-name', t('consentName'), { longest: 200 })}
          ${textField('consent-url', t('consentUrl'), { type: 'url', longest: 2048 })}
        </details>
        <wa-button type="submit" ?disabled=${this.busy}>${t('trainFace')}</wa-button>
        ${this.step ? progressField(t(this.step.words), this.step.share) : nothing}
      </form>
      ${cards(this.faces.map((face) => this.#card(face)))}`;
  }

  #card(face: Face): TemplateResult {
    const { face_id, status, thumbnail_image_url: still } = face;
    const chooseFace = () => this.dispatchEvent(new CustomEvent('face-chosen', { detail: face_id }));
    const canConvert = face.error_code === 'film_codec_unsupported' && this.#films.has(face_id);
    return html`<li class="stack">
      <h3>
        ${face.face_name}
        <span class="quiet">${face.film_seconds ? clockTime(face.film_seconds) : nothing}</span>
      </h3>
      ${still ? html`<img src=${pathOf(still)} alt="" width="160" />` : nothing}
      ${status === 'started' ? progressField(t('inTraining'), parseInt(face.training_progress) / 100) : nothing}
      <p>${face.error_message ?? nothing}</p>
      ${status === 'completed' ? this.#result(face) : nothing}
      <div class="row">
        ${canConvert ? button(t('convert'), () => this.#convert(face)) : nothing}
        ${status === 'completed' ? this.runButton(t('hearFace'), () => this.#speak(face_id)) : nothing}
        ${status === 'completed' ? button(t('keepFace'), chooseFace) : nothing}
        ${this.runButton(t('reject'), () => this.#remove(face), DANGER)}
        ${face.consent ? button(t('withdraw'), () => this.#withdraw(face), DANGER) : nothing}
      </div>
    </li>`;
  }

  /** Shows the result of a training: verdict, failed checks, mouth shapes and a test sentence. */
  #result({ face_id, report, lips, mouths_image_url: mouths }: Face): TemplateResult {
    const sample = this.samples[face_id];
    const failedChecks = (report?.checks ?? []).filter(({ passed }) => !passed);
    return html`<p>${lips?.state === 'speaks' ? t('lipsSpeak') : (lips?.reason ?? '')}</p>
      ${failedChecks.map(({ message }) => html`<p>${message}</p>`)}
      ${mouths ? html`<img src=${pathOf(mouths)} alt=${t('mouths')} width="560" />` : nothing}
      ${sample ? html`<video src=${sample} controls autoplay width="320"></video>` : nothing}`;
  }

  #send = (event: SubmitEvent): void => {
    event.preventDefault();
    const film = this.querySelector<HTMLInputElement>('[name=film]')?.files?.[0];
    if (!film) return;
    const statement = statementOf(this.field('consent-name'), this.field('consent-url'));
    const face_name = this.field('face-name') || film.name.slice(0, 200);
    void this.#train(film, film, { face_name, ...statement });
  };

  /** Uploads `film`, which is `file` or a conversion of it, and starts the training. */
  async #train(film: Blob, file: File, body: { face_name: string } & Statement) {
    const isBegun = await this.run(async () => {
      const progress = (share: number) => (this.step = { words: 'sending', share });
      const address = await sendFile(film, progress, this.removal.signal);
      const { face_id } = await request(createFace, { body: { ...body, train_video_url: address } });
      this.#films.set(face_id, file);
    }, t('inTraining'));
    this.step = null;
    if (isBegun) this.loadLater(this.#watch());
  }

  async #convert({ face_id, face_name, consent }: Face): Promise<void> {
    const file = this.#films.get(face_id)!;
    let film: Blob | null = null;
    await this.run(async () => {
      const { convertFilm } = await import('./film-conversion.ts');
      const progress = (share: number) => (this.step = { words: 'converting', share });
      film = await convertFilm(file, progress, this.removal.signal).catch(() => null);
      if (film) await request(deleteFace, { params: { face_id } });
    }, '');
    this.step = null;
    const statement = consent?.statement_url ? statementOf(consent.name, consent.statement_url) : {};
    if (film) await this.#train(film, file, { face_name, ...statement });
    else this.fault = t('cannotConvert');
  }

  async #speak(face_id: string): Promise<string | void> {
    const { video_id } = await request(createVideo, { body: { face_id, script: t('testSentence') } });
    for (;;) {
      const video = await request(getVideo, { params: { video_id } });
      if (video.status === 'error') return video.error_details ?? '';
      if (video.stream_url)
        return void (this.samples = { ...this.samples, [face_id]: pathOf(video.stream_url) });
      await pause(POLL_MS / 2, this.removal.signal);
      this.removal.signal.throwIfAborted();
    }
  }

  async #remove({ face_id }: Face): Promise<void> {
    await request(deleteFace, { params: { face_id } });
    await this.#watch();
  }

  #withdraw({ face_id, face_name }: Face): void {
    this.confirm('withdraw', 'withdraw', { name: face_name }, async () => {
      await request(withdrawConsent, { params: { face_id } });
      await this.#watch();
      return t('withdrawn');
    });
  }
}

type Statement = { consent?: { name: string; statement_url: string } };
/** Returns the signed statement of consent, if a name or an address was entered. */
const statementOf = (name: string | null | undefined, url: string | null | undefined): Statement =>
  name || url ? { consent: { name: name ?? '', statement_url: url ?? '' } } : {};
