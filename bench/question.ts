/** A question of the answer benchmark, and the criteria for its answer. */
export interface Question {
  id: string;
  question: string;
  /** The visitor's earlier lines, for a follow-up question. */
  before?: { question: string; answer: string }[];
  /** Patterns that a right answer must all match. */
  expect: string[];
  /** Labels, one of which should be offered if there is no plain answer. */
  topics: string[];
  /** True if the documents answer the question. */
  answerable: boolean;
}

/** True if the answer matches every expected pattern. */
export function matches(question: Question, text: string): boolean {
  return question.expect.every((pattern) => new RegExp(pattern, 'i').test(text));
}
