/** A fake of the public endpoints: typed functions answer endpoints of the contract, as a `fetch` for a session. */
import { endDeploymentConversation, initDeployment, startDeployment } from '../src/contract/deployments.ts';
import { postCanvasInteraction } from '../src/contract/conversations.ts';
import type { Body, Endpoint, Result } from '../src/contract/endpoint.ts';
import { ERRORS } from '../src/contract/errors.ts';
import { ServiceError } from '../src/contract/service-error.ts';
import { ERROR_HEADER } from '../src/contract/api-error.ts';

interface Row<Of extends Endpoint> {
  row: Of;
  answer(body: Body<Of>): Result<Of>;
}
const answerRow = <Of extends Endpoint>(row: Of, answer: (body: Body<Of>) => Result<Of>): Row<Of> => ({
  row,
  answer,
});

export interface FakeServiceOptions {
  deployment: Result<typeof initDeployment>;
  /** The password that a start must contain. */
  password?: string;
  /** The error with which every start is refused. */
  refuses?: ServiceError;
}

/**
 * Returns a service with one deployment. It accepts every start except those with a wrong password, and serves only
 * these endpoints.
 */
export function fakeService({ deployment, password, refuses }: FakeServiceOptions): typeof fetch {
  const rows = [
    answerRow(initDeployment, () => deployment),
    answerRow(startDeployment, (body) => {
      if (refuses) throw refuses;
      if (password !== undefined && body.password !== password) throw new ServiceError('wrong_password');
      return {
        conversation_id: 'scripted',
        conversation_name: 'A story',
        conversation_url: 'https://palkit.invalid/rooms/scripted',
        status: 'active' as const,
        callback_url: '',
        created_at: new Date(0).toISOString(),
        meeting_token: 'a-token',
      };
    }),
    answerRow(endDeploymentConversation, () => ({ conversation_id: 'scripted', status: 'ended' as const })),
    answerRow(postCanvasInteraction, () => ({ success: true as const })),
  ] as unknown as Row<Endpoint>[];
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const route = rows.find(
      ({ row }) =>
        row.method === (init?.method ?? 'GET') &&
        new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    try {
      if (!route) throw new Error(`No story answers ${init?.method} ${pathname}`);
      const body = route.row.body
        ? (route.row.body.parse(init?.body ? JSON.parse(init.body as string) : {}) as Body<Endpoint>)
        : undefined;
      return Response.json(route.answer(body), { status: route.row.status });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { status, field } = ERRORS[error.code];
      return Response.json(
        { [field]: error.message },
        {
          status,
          headers: {
            [ERROR_HEADER]: error.code,
            ...(error.retryAfter ? { 'retry-after': String(error.retryAfter) } : {}),
          },
        },
      );
    }
  };
}
