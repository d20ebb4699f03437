interface User {
  click(element: Element): Promise<void>;
  paste(text: string): Promise<void>;
}

/** Fills in a field at once. `user.type` renders the page for each letter, which only tests of typing need. */
export async function fillIn(user: User, field: Element, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
