/** The arguments of the cards. Written by "npm run docs" from src/contract/canvas.ts. */

/** The agent's preferred position for a card. */
export interface CardLayout {
  layout?: { preferred_slot?: 'safe-area-right' | 'safe-area-left' };
}

/** Shows a question with options, when tapping is easier than speaking. */
export interface QuestionArguments extends CardLayout {
  question: string;
  /** 2 to 10. */
  options: { id: string; label: string }[];
  multi_select: boolean;
  allow_other: boolean;
}

/** Shows one text field for details that are easier to type than to say, such as a name or an address. */
export interface InputArguments extends CardLayout {
  prompt: string;
  placeholder?: string;
  input_type: 'text' | 'email' | 'number' | 'tel';
  required: boolean;
  allow_skip: boolean;
}

/** Shows days or times to choose from. */
export interface CalendarArguments extends CardLayout {
  mode: 'date_picker' | 'slot_picker' | 'date_time' | 'range';
  title?: string;
  multi_select: boolean;
  /** First and last day, such as `2026-03-01`. */
  date_range?: { start?: string; end?: string };
  /** Times in ISO 8601. Without an offset they are in the visitor's time zone. At most 100. */
  slots?: { start: string; end?: string; label?: string }[];
}

/** Shows an embedded booking page for appointments. */
export interface SchedulingArguments extends CardLayout {
  scheduling_url: string;
}

/** Shows a text to read, such as steps, an address or a summary. */
export interface TextArguments extends CardLayout {
  body: string;
  title?: string;
  format: 'plain' | 'markdown';
}

/** Shows numbers as a chart. */
export interface ChartArguments extends CardLayout {
  chart_type: 'bar' | 'line' | 'pie';
  /** 1 to 12. */
  data: { label: string; value: number }[];
  title?: string;
  x_label?: string;
  y_label?: string;
}

/** Shows a short notice that must not be missed. */
export interface AlertArguments extends CardLayout {
  body: string;
  title?: string;
  severity: 'info' | 'success' | 'warning' | 'error';
  /** Seconds until the card closes automatically, unless it has the pointer or the focus. 1 to 120. */
  auto_dismiss_seconds?: number;
}

/** Shows a picture at an https address. */
export interface ImageArguments extends CardLayout {
  url: string;
  alt: string;
  caption?: string;
}

/** Shows a video file at an https address; the visitor starts it. */
export interface VideoArguments extends CardLayout {
  url: string;
  alt: string;
  caption?: string;
}

/** The arguments of each component. */
export interface CardArguments {
  question: QuestionArguments;
  input: InputArguments;
  calendar: CalendarArguments;
  scheduling_embed: SchedulingArguments;
  text: TextArguments;
  chart: ChartArguments;
  alert: AlertArguments;
  image: ImageArguments;
  video: VideoArguments;
}
