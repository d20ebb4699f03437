import type { Locator, Page } from 'playwright-core';

/** Performs and counts user input: clicks, keys, filled fields and drags, each as one. */
export class Hands {
  count = 0;
  constructor(readonly page: Page) {}

  async press(what: Locator): Promise<void> {
    this.count += 1;
    await what.click();
  }

  fill(label: string, text: string): Promise<void> {
    return this.fillIn(this.page.getByLabel(label, { exact: true }), text);
  }

  async fillIn(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  /** Key by key, as a code is typed from a mail. */
  async type(label: string, text: string): Promise<void> {
    this.count += 1;
    await this.page.getByLabel(label, { exact: true }).pressSequentially(text);
  }

  async key(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }

  /** Drops files on the page. */
  async drop(names: readonly string[]): Promise<void> {
    this.count += 1;
    await this.page.evaluate((names) => {
      const dataTransfer = new DataTransfer();
      for (const name of names) dataTransfer.items.add(new File([`About ${name}`], name));
      for (const what of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(what, { dataTransfer, bubbles: true, cancelable: true }),
        );
    }, names);
  }
}
