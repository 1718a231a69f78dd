/** A question of the bench of answers, and the criteria for its answer. */
export interface Question {
  id: string;
  question: string;
  /** The visitor's earlier lines, for a follow-up question. */
  before?: { question: string; answer: string }[];
  /** Patterns; a right answer has all of them. */
  expect: string[];
  /** Labels of which one should be offered if no plain answer is given. */
  topics: string[];
  /** True if the documents answer it. */
  answerable: boolean;
}

/** True if the answer matches every expected pattern. */
export function matches(question: Question, text: string): boolean {
  return question.expect.every((pattern) => new RegExp(pattern, 'i').test(text));
}
