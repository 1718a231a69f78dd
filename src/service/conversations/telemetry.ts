/**
 * Exports answers as spans to the OpenTelemetry collector at `OTEL_EXPORTER_OTLP_ENDPOINT`, with a child span for
 * each model request and tool call. Spans contain times, sizes, names of models and tools and kinds of faults, but no
 * text of the call. Attributes follow OpenTelemetry's conventions for generative AI; others begin with `palkit.`.
 */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as traces,
  type Attributes,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { TurnTrace } from '@palkit/contract/conversations';

/** Milliseconds that one request to the collector may take. */
const TIMEOUT = 10_000;

export interface Telemetry {
  turn(conversation: string, trace: TurnTrace): void;
  /** Sends the remaining spans; never rejects. */
  close(): Promise<void>;
}

/** `endpoint` is the address of the OTLP collector, without `/v1/traces`; `name` is the service name. */
export function createTelemetry({ endpoint, name }: { endpoint: string; name: string }): Telemetry {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: TIMEOUT,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': name }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('palkit');
  return {
    turn: (conversation, trace) => record(tracer, conversation, trace),
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function record(tracer: Tracer, conversation: string, trace: TurnTrace): void {
  const startedAt = trace.timestamp * 1000;
  const endedAt = startedAt + trace.took;
  const span = tracer.startSpan('palkit.turn', {
    startTime: startedAt,
    kind: SpanKind.INTERNAL,
    attributes: definedAttributes({
      'gen_ai.conversation.id': conversation,
      'palkit.inference_id': trace.inference_id,
      'palkit.turn.state': trace.state,
      'palkit.turn.first_word_ms': trace.first_word,
      'palkit.turn.first_sound_ms': trace.first_sound,
      'palkit.turn.passages': trace.notes.length,
    }),
  });
  const parentContext = traces.setSpan(ROOT_CONTEXT, span);
  /**
   * Exports a span that started `offset` ms after the start of the answer; if `offset` is undefined, the span
   * ends with the answer.
   */
  const exportChild = (
    name: string,
    kind: SpanKind,
    offset: number | undefined,
    duration: number,
    attributes: Attributes,
  ) => {
    const from = offset === undefined ? endedAt - duration : startedAt + offset;
    return tracer.startSpan(name, { startTime: from, kind, attributes }, parentContext).end(from + duration);
  };
  for (const {
    model,
    started,
    first_token,
    took,
    messages,
    characters,
    finish,
    tokens,
    fault,
  } of trace.requests)
    exportChild(
      `chat ${model ?? ''}`.trim(),
      SpanKind.CLIENT,
      started,
      took,
      definedAttributes({
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': model,
        'gen_ai.response.finish_reasons': finish,
        'error.type': fault?.[0] ?? null,
        'gen_ai.usage.input_tokens': tokens?.prompt ?? null,
        'gen_ai.usage.output_tokens': tokens?.completion ?? null,
        'palkit.request.first_token_ms': first_token,
        'palkit.request.messages': messages,
        'palkit.request.characters': characters,
      }),
    );
  for (const { name, started, took, failed } of trace.tools)
    exportChild(
      `execute_tool ${name}`,
      SpanKind.INTERNAL,
      started,
      // A tool call that is still running is reported with its duration so far.
      took ?? Math.max(0, trace.took - (started ?? 0)),
      definedAttributes({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'palkit.tool.failed': failed,
      }),
    );
  if (trace.fault) span.setStatus({ code: SpanStatusCode.ERROR, message: trace.fault.join(': ') });
  span.end(endedAt);
}

/** Omits attributes that are null. */
const definedAttributes = (attributes: Record<string, string | number | boolean | null>): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null)) as Attributes;
