/** The voices that PALs can select in `layers.tts.external_voice_id`. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { NAME_FILTERS, page, paging, SortOrder } from './lists.ts';

export const VOICE_SOURCES = ['embedded', 'installed', 'endpoint'] as const;

export const Voice = z.object({
  /** The value for `layers.tts.external_voice_id`. */
  voice_id: z.string(),
  name: z.string(),
  /** `embedded`: built in. `installed`: added by `palkit models`. `endpoint`: the one at `TTS_BASE_URL`. */
  source: z.enum(VOICE_SOURCES),
  /** BCP 47 primary languages; empty for an endpoint, which is assumed to support any. */
  languages: z.array(z.string()),
  licence: z.nullable(z.string()),
  /** True for the voice of PALs that select none, in the languages that it supports. */
  is_default: z.boolean(),
});
export type Voice = z.output<typeof Voice>;

export const listVoices = endpoint({
  name: 'listVoices',
  method: 'GET',
  path: '/v2/voices',
  auth: 'key',
  tag: 'voices',
  query: z.object({ ...paging(100, 1), ...NAME_FILTERS, sort: z.optional(SortOrder) }),
  result: page(Voice),
  status: 200,
  errors: [],
});
export const getVoiceSample = endpoint({
  name: 'getVoiceSample',
  method: 'GET',
  path: '/v2/voices/{voice_id}/sample',
  auth: 'key',
  tag: 'voices',
  result: z.object({
    voice_id: z.string(),
    text: z.string(),
    language: z.string(),
    /** Address of a sample sentence in Ogg with Opus. */
    sample_url: z.string(),
  }),
  status: 200,
  errors: ['voice_not_found', 'voice_unavailable', 'too_many_requests'],
});

export const voiceEndpoints = [listVoices, getVoiceSample] as const;
