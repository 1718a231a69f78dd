/**
 * A small engine in place of node-llama-cpp. A token is a character. A word in the last message decides the
 * answer:
 *
 * - `die` ends the process, `throw` fails, `endless` never ends;
 * - `prompt` answers with the number of message starts in the context;
 * - `tool` calls a tool, and `smile` splits a character between two tokens.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ENGINE = `
import fs from 'node:fs';
const START = 0, END = 1, HALF = 2, REST = 3;
const SPECIAL = { '<|im_start|>': START, '<|im_end|>': END };
const TEXTS = ['<|im_start|>', '<|im_end|>'];
const tokenize = (text, special) =>
  text.split(special ? /(<\\|im_(?:start|end)\\|>)/ : /(?!)/).flatMap((part) =>
    special && part in SPECIAL ? [SPECIAL[part]] : [...part].map((each) => 10 + each.codePointAt(0)));
const detokenize = (tokens) => tokens.map((token, at) =>
  token === HALF ? (tokens[at + 1] === REST ? '' : '\\uFFFD') : token === REST ? '☺' :
  TEXTS[token] ?? String.fromCodePoint(token - 10)).join('');
const wait = () => new Promise((resolve) => setTimeout(resolve, 1));

class Sequence {
  contextTokens = [];
  compareContextTokens(tokens) {
    const at = this.contextTokens.findIndex((token, index) => token !== tokens[index]);
    return { firstDifferentIndex: at < 0 ? this.contextTokens.length : at };
  }
  async adaptStateToTokens(tokens) { this.contextTokens.length = tokens.length; }
  async evaluateWithoutGeneratingNewTokens(tokens) { await wait(); this.contextTokens.push(...tokens); }
  async *evaluate(tokens) {
    this.contextTokens.push(...tokens);
    const [from, to] = [...this.contextTokens.keys()].filter((at) => this.contextTokens[at] === START).slice(-2);
    const last = detokenize(this.contextTokens.slice(from, to));
    if (last.includes('die')) process.exit(3);
    if (last.includes('throw')) throw new RangeError('secret words');
    if (last.includes('smile')) return yield* [HALF, REST];
    const starts = this.contextTokens.filter((each) => each === START).length;
    if (last.includes('prompt')) return yield* tokenize(String(starts));
    const call = '<tool_call>{"name": "look", "arguments": {"at": "it"}}</tool_call>';
    const answer = last.includes('tool') && !last.includes('response') ? call : 'We are open.';
    do {
      for (const token of tokenize(answer)) { await wait(); yield token; this.contextTokens.push(token); }
    } while (last.includes('endless'));
  }
}

export async function getLlama({ build }) {
  if (build !== 'never') throw new Error('it must not compile anything');
  return {
    async loadModel({ modelPath }) {
      const { template, size = 4096, bos } = JSON.parse(fs.readFileSync(modelPath, 'utf8'));
      return {
        fileInfo: { metadata: { tokenizer: { chat_template: template } } },
        trainContextSize: size,
        tokens: { bos: bos ?? null, bosString: '', eosString: '', shouldPrependBosToken: bos !== undefined },
        tokenize, detokenize,
        createContext: async ({ contextSize }) => ({ contextSize, getSequence: () => new Sequence() }),
      };
    },
  };
}
`;

/** Renders the form of ChatML; the source only says which tools and messages it accepts. */
const JINJA = `
exports.Template = class {
  constructor(source) { this.source = source; }
  render({ messages, tools, add_generation_prompt: isAnswered }) {
    if (this.source.includes('broken')) throw new Error('unknown filter');
    if (this.source.includes('strict') && messages.some(({ role }) => role === 'tool')) throw new Error('no role tool');
    const lines = messages.map(({ role, content, tool_calls: calls }) =>
      '<|im_start|>' + role + '\\n' + content + (calls ? JSON.stringify(calls[0].function) : '') + '<|im_end|>\\n');
    return (tools ? JSON.stringify(tools) : '') + lines.join('') + (isAnswered ? '<|im_start|>assistant\\n' : '');
  }
};
`;

/** Writes the engine and a model to a folder. Returns their paths. */
export function writeToyEngine(
  folder: string,
  facts: { template?: string; size?: number; bos?: number } = { template: 'tools' },
): { engine: string; model: string } {
  const jinja = join(folder, 'node_modules', '@huggingface', 'jinja');
  mkdirSync(jinja, { recursive: true });
  writeFileSync(join(jinja, 'package.json'), '{"name": "@huggingface/jinja", "main": "index.cjs"}');
  writeFileSync(join(jinja, 'index.cjs'), JINJA);
  const engine = join(folder, 'engine.mjs');
  writeFileSync(engine, ENGINE);
  const model = join(folder, 'model.gguf');
  writeFileSync(model, JSON.stringify(facts));
  return { engine, model };
}
