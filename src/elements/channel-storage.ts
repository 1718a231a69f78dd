/**
 * Decides which element continues a call after a reload. A page may have two elements of the same deployment, such
 * as a widget and an embed. If it has the kind of element that stored the call, other kinds do not see the stored
 * call.
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
