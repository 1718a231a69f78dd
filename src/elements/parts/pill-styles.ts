/** The pills on the stage, which show the agent's activity and a weak connection. */
import { css } from 'lit';

/** The dot before the agent's activity. Forced colours remove its background and show its outline. */
export const dotStyles = css`
  .activity::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 50%;
    outline: 1px solid transparent;
    background: #7ee0a2;
  }
  .activity.thinking::before {
    animation: breathe 1.2s infinite ease-in-out;
    background: #ffd479;
  }
  .activity.note::before {
    background: #ff8a80;
  }
  @media (prefers-reduced-motion: reduce) {
    .activity.thinking::before {
      animation: none;
    }
  }
`;

export const pillStyles = css`
  .pills {
    position: absolute;
    inset-block-end: 10px;
    inset-inline: 10px;
    display: flex;
    flex-direction: column;
    align-items: end;
    pointer-events: none;
  }
  .pill + .pill {
    margin-block-start: 6px;
  }
  .weak svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: #ffd479;
  }
  .pill {
    display: flex;
    gap: 8px;
    align-items: center;
    padding: 5px 12px;
    border-radius: 999px;
    background: var(--pal-activity-background, rgb(0 0 0 / 0.62));
    color: #fff;
    font-size: var(--pal-activity-size, 0.82em);
    font-weight: 550;
    line-height: 1.4;
  }
  /* A small stage has one row for the pills; a very small one uses two rows for the weak connection only. */
  @container (max-width: 21.25em) or (max-height: 11.25em) {
    .pills {
      flex-direction: row;
      align-items: end;
      justify-content: end;
    }
    .pill + .pill {
      margin-block: 0;
      margin-inline-start: 6px;
    }
  }
  @container (max-width: 17.5em) {
    .pills:has(.weak.pill) {
      inset-inline: 6px;
    }
    .activity:has(+ .pill) {
      display: none;
    }
    .weak.pill {
      gap: 3px;
      padding-inline: 6px;
      border-radius: 14px;
      line-height: 1.25;
    }
  }
`;
