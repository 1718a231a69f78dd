/**
 * What a visitor thinks of a call, told where the owner asks for it by `customization.after_call.feedback`. The service keeps it with the conversation,
 * unless the page prevents that (`preventDefault`).
 */
export class PalFeedbackEvent extends Event {
  readonly conversationId: string;
  /** 1 to 5. */
  readonly rating: number;
  /** The visitor's own words, at most 1000 characters; empty for none. */
  readonly comment: string;
  constructor(conversationId: string, rating: number, comment: string) {
    super('pal-feedback', { bubbles: true, composed: true, cancelable: true });
    this.conversationId = conversationId;
    this.rating = rating;
    this.comment = comment;
  }
}
