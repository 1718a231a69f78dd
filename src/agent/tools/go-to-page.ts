/**
 * The tool `go_to_page` opens one of the owner's pages for the visitor. The model selects it by path; an invented
 * path is never opened.
 */
import type { OwnPage } from '@palkit/contract/own-pages';
import type { Tool } from './tool.ts';

export const GO_TO_PAGE = 'go_to_page';

/**
 * `openPage` opens the page after the answer was played, unless the visitor continues. `words` is spoken if the model
 * opens a page without text.
 */
export function goToPageTool(
  pages: readonly OwnPage[],
  openPage: (page: OwnPage) => void,
  words: () => string,
): Tool {
  let isOpening = false;
  return {
    name: GO_TO_PAGE,
    description:
      "Opens another page of this site in the visitor's browser, after what you say with it was heard; " +
      'they can resume the call there. Use it where the visitor asks for what such a page shows, and ' +
      `say in one sentence before it where you take them. The pages:\n${pages.map(pageLine).join('\n')}`,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', enum: pages.map(({ path }) => path) } },
      required: ['path'],
    },
    alwaysRuns: true,
    words: () => (isOpening ? words() : ''),
    async run({ path }) {
      const page = pages.find((one) => one.path === path);
      isOpening = page !== undefined;
      if (!page)
        return 'Error: there is no such page, nothing was opened. Choose a path of the list, or say so.';
      openPage(page);
      return (
        'The page opens after your answer. Say in one sentence where you take them; ' +
        'if you have, say no more.'
      );
    },
  };
}

const pageLine = ({ path, title, description }: OwnPage): string =>
  `${path} - ${title}${description ? `: ${description}` : ''}`;
