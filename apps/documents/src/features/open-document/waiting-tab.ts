/** A tab that stands open, empty, until the address is known. */
export interface WaitingTab {
  /** @returns whether there is a tab to go there */
  goTo(url: string): boolean;
  close(): void;
}

/** Must be called right in the press: what a page opens later, blockers hold back. */
export function openTab(name: string): WaitingTab {
  const tab = window.open('', '_blank');
  if (tab) {
    // The file comes from elsewhere and has no business with this page.
    tab.opener = null;
    tab.document.title = name;
    tab.document.documentElement.style.colorScheme = 'light dark';
    tab.document.body.textContent = `Opening ${name}…`;
  }
  return {
    goTo(url) {
      if (!tab || tab.closed) return tab !== null;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
}
