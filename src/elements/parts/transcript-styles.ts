import { css } from 'lit';

export const transcriptStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .empty {
    padding: 20px;
  }
  .tools,
  .row {
    display: flex;
    align-items: center;
    gap: 2px;
    flex: none;
    padding-block: 4px;
    padding-inline: 20px 10px;
  }
  .row {
    gap: 4px;
    padding-block: 0 8px;
    animation: in var(--pal-duration) var(--pal-ease);
  }
  @keyframes in {
    from {
      opacity: 0;
    }
  }
  h3 {
    flex: 1;
    margin: 0;
    font-size: 0.875em;
    font-weight: 620;
  }
  .tool {
    display: grid;
    place-items: center;
    flex: none;
    width: 40px;
    min-height: 40px;
    padding: 0;
    border-color: transparent;
    color: var(--pal-text-soft);
  }
  .tool:disabled {
    opacity: 0.4;
  }
  .tool[aria-expanded='true'] {
    background: var(--pal-raised);
    color: var(--pal-text);
  }
  .tool svg {
    width: 19px;
    height: 19px;
  }
  .row input {
    flex: 1;
    min-width: 0;
    min-height: 40px;
    padding: 6px 12px;
  }
  input[type='search']::-webkit-search-cancel-button {
    display: none;
  }
  .count {
    padding-inline: 6px 2px;
    color: var(--pal-text-soft);
    font-size: 0.82em;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .format {
    min-height: 40px;
    padding: 6px 16px;
    font-size: 0.82em;
  }
  .frame {
    position: relative;
    flex: 1;
    min-height: 0;
  }
  .scroll {
    position: absolute;
    inset: 0;
    overflow: auto;
    overscroll-behavior: contain;
    padding: var(--pal-transcript-padding, 6px 20px 18px);
  }
  .scroll:focus-visible {
    outline: 2px solid var(--pal-accent);
    outline-offset: -2px;
  }
  /* The height is an estimate that applies until the block is rendered. */
  .block {
    content-visibility: auto;
    contain-intrinsic-size: auto 4200px;
  }
  .block:empty {
    height: 4200px;
  }
  .line {
    display: flex;
    flex-direction: column;
    align-items: start;
    max-width: var(--pal-line-width, 88%);
    padding-block: var(--pal-line-gap, 7px);
  }
  .line.user {
    align-items: end;
    margin-inline-start: auto;
  }
  strong {
    font-size: 0.78em;
    font-weight: 600;
    color: var(--pal-text-soft);
    margin-block-end: 2px;
  }
  .line span {
    padding: var(--pal-bubble-padding, 9px 14px);
    border-radius: var(--pal-bubble-radius, 16px);
    outline: 1px solid transparent;
    background: var(--pal-bubble-background, var(--pal-raised));
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .line.user span {
    background: var(
      --pal-bubble-user-background,
      color-mix(in oklab, var(--pal-accent) 16%, var(--pal-surface))
    );
  }
  small {
    margin-block-start: 3px;
    color: var(--pal-text-soft);
    font-size: 0.78em;
    overflow-wrap: anywhere;
  }
  mark {
    border-radius: 3px;
    background: var(--pal-mark-background, light-dark(#ffe38a, #6b5310));
    color: inherit;
  }
  mark.current {
    background: var(--pal-accent);
    color: var(--pal-on-accent);
  }
  .latest {
    position: absolute;
    inset-block-end: 14px;
    inset-inline: 0;
    display: flex;
    align-items: center;
    gap: 6px;
    width: fit-content;
    max-width: calc(100% - 32px);
    min-height: 40px;
    margin-inline: auto;
    padding-block: 6px;
    padding-inline: 12px 16px;
    background: var(--pal-surface);
    box-shadow: 0 4px 18px rgb(0 0 0 / 0.16);
    font-size: 0.875em;
    animation: in var(--pal-duration) var(--pal-ease);
  }
  .latest svg {
    width: 17px;
    height: 17px;
    flex: none;
  }
  @media (forced-colors: active) {
    mark.current {
      outline: 2px solid Highlight;
    }
  }
`;
