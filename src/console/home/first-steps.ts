import { createDeployment } from '@palkit/contract/deployments';
import { readDocumentText } from '@palkit/contract/document-text';
import type { Document } from '@palkit/contract/documents';
import type { Face } from '@palkit/contract/faces';
import { createPal, getPal, patchPal, type Pal } from '@palkit/contract/pals';
import { readSiteLook, type SiteLook } from '@palkit/contract/site-looks';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { request } from '../base/api.ts';
import { typedAddress, withState } from '@palkit/contract/documents-of-pal';
import { addFile, addWebsite, useDocument } from '../base/documents.ts';
import { documentState, readingText } from '../base/document-state.ts';
import { completedFaces, faceChoice } from '../base/face-choice.ts';
import { ConsolePart } from '../base/part.ts';
import { fileField, submitButton, textField, websiteField } from '../base/form-fields.ts';
import { language, t } from '../base/words.ts';
import { siteLookChoice } from './site-look.ts';

const STEPS = ['stepKnowledge', 'stepFace', 'stepGreeting', 'stepLines'] as const;
const MAX_QUESTION_LENGTH = 80;
const QUESTIONS = ['question1', 'question2', 'question3'] as const;

/**
 * Four steps from an empty service to an agent on a page. Each step is saved when the user leaves it, so that it is
 * possible to continue later.
 * @fires pal-changed - The agent was created or changed.
 * @fires finished
 */
@customElement('palkit-first-steps')
export class FirstSteps extends ConsolePart {
  @property({ attribute: false }) pal: Pal | null = null;
  @state() private step = 0;
  @state() private faces: readonly Face[] = [];
  @state() private documents: readonly Document[] = [];
  /** Questions found on the website, for example in its FAQ. */
  @state() private questions: readonly string[] = [];
  /** The branding of the website; null until it was read. */
  @state() private look: SiteLook | null = null;

  protected override async load(): Promise<void> {
    // An agent without a deployment shows that the user left after the first step, so continue with the
    // second.
    if (this.pal) this.step = 1;
    this.faces = await completedFaces();
  }

  override render(): TemplateResult {
    return html`<ol class="steps" aria-label=${t('steps')}>
        ${STEPS.map(
          (key, index) => html`<li aria-current=${index === this.step ? 'step' : nothing}>${t(key)}</li>`,
        )}
      </ol>
      ${this.#progress()}
      <section aria-labelledby="step-title">
        <h2 id="step-title" tabindex="-1">${t(STEPS[this.step]!)}</h2>
        ${this.messages()} ${this.#form()}
      </section>`;
  }

  #form(): TemplateResult {
    const forms = [this.#knowledge, this.#face, this.#greeting, this.#lines];
    return forms[this.step]!.call(this);
  }

  /** Renders the progress, because the website may still be read during the later steps. */
  #progress(): TemplateResult | typeof nothing {
    if (this.documents.length === 0) return nothing;
    return html`<div role="status">
      ${this.documents.map(
        (document) =>
          html`<p>${document.document_name}: ${readingText(document)} ${documentState(document)}</p>`,
      )}
    </div>`;
  }

  #knowledge(): TemplateResult {
    const initial = this.faces[0]?.face_name ?? '';
    return html`<p>${t('stepKnowledgeWords')}</p>
      <form class="stack" @submit=${this.#createAgent}>
        ${textField('name', t('agentName'), { initial, longest: 200, required: true })} ${websiteField()}
        ${fileField()} ${submitButton(t('next'), this.busy)}
      </form>`;
  }

  readonly #createAgent = this.action(async () => {
    const name = this.field('name');
    const website = this.field('website');
    const files = [...(this.querySelector<HTMLInputElement>('[name=files]')?.files ?? [])];
    if (this.pal === null) {
      const subject = website ? new URL(typedAddress(website)).host : name;
      const { pal_id } = await request(createPal, {
        body: {
          pal_name: name,
          default_face_id: this.faces[0]?.face_id ?? '',
          languages: [language],
          system_prompt: t('systemPrompt', { name, subject }),
          custom_greeting: t('greetingDraft', { name }),
        },
      });
      this.pal = await request(getPal, { params: { pal_id } });
      this.announcePal(this.pal);
    }
    if (website) {
      await this.#add(this.pal, await addWebsite(website));
      this.loadLater(this.#readLook(typedAddress(website)));
    }
    for (const file of files) await this.#add(this.pal, await addFile(file));
    this.#goToStep(1);
  });

  async #readLook(url: string): Promise<void> {
    this.look = await request(readSiteLook, { body: { url } });
  }

  async #add(pal: Pal, document: Document): Promise<void> {
    this.documents = [...this.documents, document];
    this.pal = await useDocument(pal, document.document_id);
    this.announcePal(this.pal);
    this.follow(document.document_id, (state) => {
      this.documents = withState(this.documents, state);
      if (state.status === 'ready') this.loadLater(this.#findQuestions(state));
    });
  }

  /** Finds headings with a question, to suggest them unless the owner writes other questions. */
  async #findQuestions({ document_id }: Document): Promise<void> {
    const { data } = await request(readDocumentText, { params: { document_id }, query: { limit: '200' } });
    const headings = data.flatMap((passage) => passage.headings);
    const questions = headings.filter((text) => text.endsWith('?') && text.length <= MAX_QUESTION_LENGTH);
    this.questions = [...new Set([...this.questions, ...questions])];
  }

  #face(): TemplateResult {
    return html`<form class="stack" @submit=${this.#chooseFace}>
      ${faceChoice(this.faces, this.pal?.default_face_id ?? '')} ${submitButton(t('next'), this.busy)}
    </form>`;
  }

  readonly #chooseFace = this.action(async () => {
    const faceId = this.#checkedValue('face');
    if (faceId) await this.#patchPal('default_face_id', faceId);
    this.#goToStep(2);
  });

  #greeting(): TemplateResult {
    return html`<form class="stack" @submit=${this.#saveGreeting}>
      ${textField('greeting', t('greeting'), { value: this.pal?.custom_greeting ?? '', rows: 2, longest: 2000 })}
      ${QUESTIONS.map((name, index) =>
        textField(name, t('suggestedQuestion', { number: index + 1 }), {
          initial: this.questions[index] ?? '',
          longest: MAX_QUESTION_LENGTH,
        }),
      )}
      ${this.look ? siteLookChoice(this.look) : nothing} ${submitButton(t('next'), this.busy)}
    </form>`;
  }

  readonly #saveGreeting = this.action(async () => {
    const { pal } = this;
    if (!pal) return;
    const questions = QUESTIONS.map((name) => this.field(name)).filter(Boolean);
    const title = this.#checkedValue('name');
    const customization = {
      preview: { title, questions: questions.length > 0 ? questions : undefined },
      theme: { accent_color: this.#checkedValue('accentColor') },
      landing_page: { logo_url: this.#checkedValue('logo') },
    };
    await this.#patchPal('custom_greeting', this.field('greeting'));
    const prompt = t('systemPrompt', { name: pal.pal_name, subject: title ?? '' });
    if (title) await this.#patchPal('system_prompt', prompt);
    for (const channel of ['landing-page', 'widget', 'embed'] as const)
      await request(createDeployment, {
        body: { pal_id: pal.pal_id, channel, status: 'active', name: pal.pal_name, customization },
      });
    this.#goToStep(3);
  });

  #lines(): TemplateResult {
    return html`<p>${t('stepLinesWords')}</p>
      <wa-button variant="brand" @click=${() => this.dispatchEvent(new CustomEvent('finished'))}
        >${t('toHome')}</wa-button
      >`;
  }

  async #patchPal(
    key: 'custom_greeting' | 'default_face_id' | 'system_prompt',
    value: string,
  ): Promise<void> {
    const params = { pal_id: this.pal!.pal_id };
    this.pal = await request(patchPal, { params, body: [{ op: 'replace', path: `/${key}`, value }] });
    this.announcePal(this.pal);
  }

  #checkedValue(name: string): string | undefined {
    return this.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value;
  }

  #goToStep(step: number): void {
    this.step = step;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('#step-title')?.focus());
  }
}
