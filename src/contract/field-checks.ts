/** Finds stored fields without an effect, where the interface stores unknown fields. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const FieldCheck = z.object({
  data: z.array(
    z.object({
      /** Dotted path, for example `customization.theme.acent_color`. */
      path: z.string(),
      /** States that the field is unknown, and names the nearest known field. */
      words: z.string(),
    }),
  ),
});

export const checkPal = endpoint({
  name: 'checkPal',
  method: 'GET',
  path: '/v2/pals/{pal_id}/check',
  auth: 'key',
  tag: 'pals',
  result: FieldCheck,
  status: 200,
  errors: ['pal_not_found', 'forbidden'],
});

export const checkDeployment = endpoint({
  name: 'checkDeployment',
  method: 'GET',
  path: '/v2/deployments/{deployment_id}/check',
  auth: 'key',
  tag: 'deployments',
  result: FieldCheck,
  status: 200,
  errors: ['deployment_not_found', 'forbidden'],
});
