/**
 * Renders a conversation with the model's own chat template. The words of visitors, documents and tools are
 * inserted afterwards, so that a written `<|im_start|>` stays text and never becomes a mark of the template.
 */
import type { ChatMessage } from './protocol.ts';

/** A compiled Jinja template. */
export interface ChatTemplate {
  render(values: Readonly<Record<string, unknown>>): string;
}

export interface PromptPiece {
  text: string;
  /** True if the piece may contain the template's special tokens. */
  isTemplate: boolean;
}

export interface TemplateTokens {
  bos_token: string;
  eos_token: string;
}

/** Private-use characters around the index of a message. They mark where its words are inserted. */
const PLACEHOLDER = /\uE000(\d+)\uE001/;
const placeholder = (index: number): string => `\uE000${index}\uE001`;

/**
 * Returns the pieces of the prompt. If `onlyConstant` is true, they end where the visitor's first words would
 * begin. Throws if the template refuses the conversation.
 */
export function renderPrompt(
  template: ChatTemplate,
  { messages, tools }: { messages: readonly ChatMessage[]; tools: readonly object[] },
  tokens: TemplateTokens,
  onlyConstant = false,
): PromptPiece[] {
  const promptMessages = onlyConstant
    ? [...messages.filter(({ role }) => role === 'system'), { role: 'user', content: '…' }]
    : messages;
  const renderedPrompt = template.render({
    ...tokens,
    messages: promptMessages.map((message, index) => templateMessage(message, index)),
    tools: tools.length > 0 ? tools : null,
    add_generation_prompt: true,
    // Models of the Qwen3 family would otherwise think for seconds before the first word.
    enable_thinking: false,
  });
  // The split yields alternately a text of the template and the index of a message.
  const parts = renderedPrompt.split(PLACEHOLDER);
  const end = onlyConstant ? parts.lastIndexOf(String(promptMessages.length - 1)) : parts.length;
  return parts.slice(0, Math.max(0, end)).flatMap((part, at): PromptPiece[] => {
    const text = at % 2 === 0 ? part : (promptMessages[Number(part)]?.content ?? '');
    return text === '' ? [] : [{ text, isTemplate: at % 2 === 0 }];
  });
}

/** Templates expect arguments as an object, and an empty string instead of null. */
function templateMessage({ content, tool_calls: calls, ...message }: ChatMessage, index: number): object {
  return {
    ...message,
    content: content ? placeholder(index) : '',
    ...(calls && {
      tool_calls: calls.map((call) => ({
        type: 'function',
        id: call.id,
        function: { name: call.function.name, arguments: parseArguments(call.function.arguments) },
      })),
    }),
  };
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return {};
  }
}
