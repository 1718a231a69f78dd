/**
 * Gives one element access to the tab's storage. A page may have two elements of the same deployment, such as a
 * widget and an embed. After a reload, the call continues in the same kind of element if the page has one.
 */
import { tabStorage, type CallStorage } from './session/stored-call.ts';

const kindKey = (name: string) => `${name}:element`;

export function storageOf(channel: HTMLElement & { deploymentId: string }): CallStorage | undefined {
  const tab = tabStorage();
  if (!tab) return undefined;
  const isOfAnother = (name: string): boolean => {
    const kind = tab.getItem(kindKey(name));
    if (!kind || kind === channel.localName) return false;
    return [...document.querySelectorAll<typeof channel>(kind)].some(
      ({ deploymentId }) => deploymentId === channel.deploymentId,
    );
  };
  return {
    getItem: (name) => (isOfAnother(name) ? null : tab.getItem(name)),
    setItem(name, value) {
      tab.setItem(name, value);
      tab.setItem(kindKey(name), channel.localName);
    },
    removeItem(name) {
      if (isOfAnother(name)) return;
      tab.removeItem(name);
      tab.removeItem(kindKey(name));
    },
  };
}
