import type { UserEvent } from '@testing-library/user-event';

/** Fills in a field at once. `user.type` renders the page for each letter, which only tests of typing need. */
export async function fillIn(user: UserEvent, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
