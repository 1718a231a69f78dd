/** `/metrics` in the text format of Prometheus: requests, engines and calls. Only for the operator. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { ServiceError } from '@palkit/contract/service-error';
import { hashSecret } from '@palkit/runtime/ids';
import type { Context } from './context.ts';

/** Adds the route `/metrics` and starts counting requests. */
export function addMetrics(app: FastifyInstance, context: Context): void {
  const { metrics, config } = context;
  const { registry } = metrics;
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'palkit_http_request_duration_seconds',
    help: 'Time to answer by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  addGauges(registry, context);
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request, config.metricsKey)) throw new ServiceError('invalid_key', METRICS_REFUSAL);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const METRICS_REFUSAL =
  'Metrics are for the operator. Request them from this machine, or set METRICS_KEY and send it as a bearer token.';

/** True for a request with the key. Without a configured key, true for a request from this machine without a proxy. */
function isOperator(request: FastifyRequest, key: string | null): boolean {
  if (key !== null) {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(Buffer.from(hashSecret(token)), Buffer.from(hashSecret(key)));
  }
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
  const from = request.socket.remoteAddress ?? '';
  return forwarded === undefined && /^(::ffff:)?127\.|^::1$/.test(from);
}

function addGauges(registry: Registry, context: Context): void {
  new Gauge({
    name: 'palkit_calls',
    help: 'Calls with a visitor',
    registers: [registry],
    collect() {
      this.set(context.conversations.calls);
    },
  });
  new Gauge({
    name: 'palkit_engine_circuit_open',
    help: 'Configured engines whose requests are paused after failures',
    labelNames: ['engine'],
    registers: [registry],
    collect() {
      this.reset();
      const open = new Map<string, number>();
      for (const { engine, state } of context.circuits.serviceStates())
        open.set(engine, Math.max(open.get(engine) ?? 0, state === 'closed' ? 0 : 1));
      for (const [engine, value] of open) this.set({ engine }, value);
    },
  });
  new Gauge({
    name: 'palkit_newcomers_refused',
    help: '1 while new calls are refused because of overload',
    labelNames: ['medium'],
    registers: [registry],
    collect() {
      for (const medium of ['media', 'text'] as const)
        this.set({ medium }, context.load.refusal(medium) === null ? 0 : 1);
    },
  });
}
