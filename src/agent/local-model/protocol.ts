/** Messages between the service and the process that runs one language model. */

/** The only argument of the process, as JSON. */
export interface Setup {
  /** Absolute paths of the engine's main module (node-llama-cpp) and of the model's GGUF file. */
  engine: string;
  model: string;
  threads: number;
}

/** A message in the form of OpenAI's chat completions. */
export interface ChatMessage {
  role: string;
  content?: string | null;
  tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A conversation to continue. */
export interface Chat {
  messages: readonly ChatMessage[];
  tools: readonly object[];
  temperature: number | null;
  /**
   * Maximum number of tokens of the answer. If it is 0, the process only reads the constant part of the prompt,
   * to prepare a later answer.
   */
  maxTokens: number;
}

export type Request =
  | ({ is: 'answer'; id: number } & Chat)
  /** Stops an answer that is no longer needed. */
  | { is: 'stop'; id: number }
  | { is: 'ping' };

export interface Usage {
  prompt: number;
  completion: number;
  /** Tokens of the prompt that were read for an earlier answer. */
  cached: number;
}

export type Answer =
  /** The model still reads the prompt. */
  | { id: number; reading: true }
  | { id: number; text: string }
  /** The answer is complete, has reached its maximum length, or was stopped. */
  | { id: number; finish: 'stop' | 'length'; usage: Usage }
  /** The request does not fit the model; `refused` is a sentence for the service, without words of the call. */
  | { id: number; refused: string }
  /** The engine threw an error; `failed` is a code for the log, never the text. */
  | { id: number; failed: string };

export type Reply = { ready: true } | { alive: true } | Answer;
