/**
 * Appearance and conversation settings of a deployment. Writes refuse unknown fields by name; reads keep fields that
 * an earlier version stored.
 */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';
import { mayMoveButtonText, olderWidget, withLauncherText } from './older-widget.ts';
import { Holiday, RegularHours } from './pal-facts.ts';
import { ScreenText, ScreenTextFields } from './screen-text.ts';
import { TimeZone } from './time-zone.ts';

const text = (max: number) =>
  z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`));
const flag = z.boolean('must be true or false');
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.optional(z.enum(values, `must be ${values.join(', ').replace(/, (?=[^,]*$)/, ' or ')}`));
const list = <Item extends z.ZodMiniType>(item: Item, what: string, max: number) =>
  z.optional(
    z.array(item, `must be a list of ${what}`).check(z.maxLength(max, `must hold at most ${max} ${what}`)),
  );
const color = z
  .string('must be a colour')
  .check(z.regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a hex colour such as #3355ff'));
const webUrl = text(2048).check(z.regex(/^https?:\/\/[^\s]+$/i, 'must be an http or https address'));
/** An optional address; "" means none. */
const optionalUrl = z.optional(
  text(2048).check(z.regex(/^$|^https?:\/\/[^\s]+$/i, 'must be an http or https address')),
);
const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.optional(z.looseObject(shape, 'must be an object'));

/** Texts of a screen before or after a call. */
const words = {
  title: z.optional(text(120)),
  description: z.optional(text(1000)),
  btn_title: z.optional(text(60)),
};

export const CORNERS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const;
export const VARIANTS = ['tiny', 'compact', 'full'] as const;
/** State of the microphone while the panel of a running call is closed. */
export const MINIMISED_MICROPHONES = ['muted', 'on'] as const;
export const MODALITIES = ['video', 'audio', 'chat'] as const;
/**
 * `service`: the service recognises speech. `browser`: the visitor's browser does, on the device. `browser-cloud`:
 * the browser may also use its vendor's servers, if the visitor consents.
 */
export const HEARINGS = ['service', 'browser', 'browser-cloud'] as const;
export type HearingChoice = (typeof HEARINGS)[number];
/** The renderer of a drawn face: the visitor's browser if it can, or the service as a video. */
export const FACE_RENDERINGS = ['browser', 'service'] as const;
/** The agent's voice: the service's, or a voice of the visitor's device if it has one for the language. */
export const VOICE_CHOICES = ['service', 'browser'] as const;
export const LANDING_TEMPLATES = ['centered', 'split', 'poster', 'minimal', 'card'] as const;

/** Opening hours. Outside of them no call starts, and visitors may leave a message. */
export const Hours = whereUsed(() =>
  z.optional(
    z.looseObject(
      {
        timezone: TimeZone,
        /** A day without an entry is closed. */
        regular: z
          .array(RegularHours, 'must be a list')
          .check(z.maxLength(50, 'must hold at most 50 entries')),
        /** Holidays replace the regular hours; the first entry that includes a day applies. */
        holidays: z._default(
          z.array(Holiday, 'must be a list').check(z.maxLength(100, 'must hold at most 100 entries')),
          [],
        ),
        /** Text that is shown when the agent is closed, instead of the time of the next opening. */
        text: z.optional(text(500)),
      },
      'must be an object with timezone and regular',
    ),
  ),
);

export const Customization = z.looseObject(
  {
    theme: group({
      mode: oneOf(['auto', 'light', 'dark']),
      accent_color: z.optional(color),
      corner_radius: z.optional(
        z
          .number('must be a number')
          .check(z.minimum(0, 'must be 0 or more'), z.maximum(48, 'must be at most 48')),
      ),
      font_family: z.optional(text(200).check(z.regex(/^[^;{}<>]*$/, 'must be a font family'))),
    }),
    locale: z.optional(
      text(35).check(z.regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language tag such as en')),
    ),
    /** Replacements for texts on the screens of a call, by language and name. */
    text: z.optional(ScreenText),
    widget: group({
      variant: oneOf(VARIANTS),
      position: oneOf(CORNERS),
      text: z.optional(text(80)),
      start_expanded: z.optional(flag),
      avatar: z.optional(z.union([flag, webUrl], 'must be true, false or an address')),
      minimised_microphone: oneOf(MINIMISED_MICROPHONES),
    }),
    modality: oneOf(MODALITIES),
    face_rendering: oneOf(FACE_RENDERINGS),
    hearing: oneOf(HEARINGS),
    voice: oneOf(VOICE_CHOICES),
    /**
     * Enables a device check before a spoken call. If there is no check, only the browser's permission prompt is
     * shown.
     */
    show_haircheck: z.optional(flag),
    preview: group({
      ...words,
      questions: list(text(80), 'questions', 3),
    }),
    after_call: group({ ...words, feedback: z.optional(flag) }),
    consent: group({
      version: z.optional(text(64)),
      text: z.optional(text(2000)),
      url: optionalUrl,
      required: z.optional(flag),
    }),
    /** A page receives only the text of the hours. */
    hours: group({ text: z.optional(text(500)) }) as unknown as typeof Hours,
    captions: z.optional(flag),
    transcript: group({ panel: z.optional(flag), download: z.optional(flag) }),
    magic_canvas: group({ accent_color: z.optional(color) }),
    landing_page: group({
      template: oneOf(LANDING_TEMPLATES),
      logo_url: optionalUrl,
      title: z.optional(text(120)),
      description: z.optional(text(1000)),
      links: list(z.looseObject({ label: text(60), url: webUrl }), 'links', 12),
    }),
  },
  'must be an object',
);
export type Customization = z.output<typeof Customization>;

/** Settings of the owner for each conversation, which pages do not receive. */
export const ConversationSettings = whereUsed(() =>
  z.optional(
    z.strictObject(
      {
        /** Context of every conversation; it precedes the context that a page sends. */
        context: z.optional(text(20_000)),
      },
      'must be an object',
    ),
  ),
);

/** Joins the owner's context and the page's; null if there is none. */
export function contextWith(customization: Customization, page: string | null | undefined): string | null {
  // An earlier version may have stored any value under this name.
  const { data } = ConversationSettings.safeParse(customization['conversation']);
  return [data?.context, page].filter((part) => part?.trim()).join('\n\n') || null;
}

/** Returns the settings that a page may read. */
export const publicCustomization = ({ conversation: _, ...settings }: Customization): Customization =>
  settings;

/** Alternative names for two fields of the consent that the page asks for before a call. */
const TERMS = whereUsed(() => ({ terms_enabled: z.optional(flag), terms_content: z.optional(text(2000)) }));
const TERMS_OF_CONSENT = { terms_enabled: 'required', terms_content: 'text' } as const;

type SentCustomization = Record<string, unknown> & { consent?: Record<string, unknown> } & Parameters<
    typeof mayMoveButtonText
  >[0];

const contradicts = ({ consent, ...sent }: SentCustomization, term: string, field: string) =>
  sent[term] !== undefined && consent?.[field] !== undefined && sent[term] !== consent[field];

/** Renames the `terms_…` fields to the names that are stored and returned. */
function withConsent({ terms_enabled, terms_content, ...sent }: SentCustomization): SentCustomization {
  if (terms_enabled === undefined && terms_content === undefined) return sent;
  return {
    ...sent,
    consent: {
      ...sent.consent,
      ...(terms_enabled === undefined ? {} : { required: terms_enabled }),
      ...(terms_content === undefined ? {} : { text: terms_content }),
    },
  };
}

/** Accepts alternative names for the logo and the buttons of a landing page; they are stored under the usual names. */
const LandingPageFields = whereUsed(() => {
  const button = z.strictObject({ title: text(60), url: webUrl }, 'must be an object');
  const { shape } = Customization.shape.landing_page._zod.def.innerType;
  return z.optional(
    z.pipe(
      z
        .strictObject(
          {
            ...shape,
            links: list(z.strictObject({ label: text(60), url: webUrl }, 'must be an object'), 'links', 12),
            cta: list(button, 'buttons', 12),
            logo: optionalUrl,
          },
          'must be an object',
        )
        .check(
          z.refine(({ cta, links }) => !cta || !links || isEqual(linksOf(cta), links), {
            path: ['cta'],
            error: 'must equal links. Send only one of them',
          }),
          z.refine((page) => !page.logo || !page.logo_url || page.logo === page.logo_url, {
            path: ['logo'],
            error: 'must equal logo_url. Send only one of them',
          }),
        ),
      z.transform(({ cta, logo, ...page }) => ({
        ...page,
        ...(cta ? { links: linksOf(cta) } : {}),
        ...(logo ? { logo_url: logo } : {}),
      })),
    ),
  );
});
const linksOf = (buttons: readonly { title: string; url: string }[]) =>
  buttons.map(({ title, url }) => ({ label: title, url }));
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The schema for writes, which refuses unknown fields by name. */
export const CustomizationFields = whereUsed(() => {
  const strictSchema = (schema: z.ZodMiniType): z.ZodMiniType => {
    const innerSchema = schema instanceof z.ZodMiniOptional ? schema._zod.def.innerType : null;
    return innerSchema instanceof z.ZodMiniObject
      ? z.optional(z.strictObject(innerSchema._zod.def.shape, 'must be an object'))
      : schema;
  };
  const shape = Object.entries({
    ...Customization.shape,
    text: ScreenTextFields,
    widget: z.optional(olderWidget(Customization.shape.widget._zod.def.innerType.shape)),
    hours: Hours,
    landing_page: LandingPageFields,
    conversation: ConversationSettings,
  }).map(([name, schema]) => [name, strictSchema(schema)]);
  return z.pipe(
    z.strictObject({ ...Object.fromEntries(shape), ...TERMS }, 'must be an object').check(
      z.refine((value: unknown) => mayMoveButtonText(value as SentCustomization), {
        path: ['widget', 'text', 'btn_title'],
        error: 'must equal preview.btn_title. Send only one of them',
      }),
      ...Object.entries(TERMS_OF_CONSENT).map(([term, field]) =>
        z.refine((value: unknown) => !contradicts(value as SentCustomization, term, field), {
          path: [term],
          error: `must equal consent.${field}. Send only one of them`,
        }),
      ),
    ),
    z.transform((customization) => withLauncherText(withConsent(customization))),
  ) as unknown as typeof Customization;
});
