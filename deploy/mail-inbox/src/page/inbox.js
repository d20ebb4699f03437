/* global document, window, location */
// The page of the inbox. Shows mail content as text; HTML only in the frame, which runs no scripts.

const POLL_MS = 2_000;
const LINK = /https?:\/\/[^\s<>")\]]+/g;

const part = (id) => document.getElementById(id);
const status = part('status');
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const inWords = (people) => people.map(({ name, address }) => name || address).join(', ');
const inFull = (people) =>
  people.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', ');

let etag = '';
let shownId = '';
let preferred = 'page';

async function refresh() {
  const search = part('search').value;
  const response = await fetch(`/summaries?${new URLSearchParams({ search })}`, {
    headers: { 'if-none-match': etag },
  });
  if (response.status === 304 || search !== part('search').value) return;
  etag = response.headers.get('etag') ?? '';
  const { mails, found } = await response.json();
  const focused = document.activeElement?.dataset?.id;
  part('mails').replaceChildren(...mails.map(row));
  if (focused) document.querySelector(`[data-id="${focused}"]`)?.focus();
  part('delete-all').hidden = found === 0;
  const count = found === 1 ? '1 mail' : `${found} mails`;
  status.textContent =
    found > mails.length ? `${count}, the newest ${mails.length} are shown` : count;
}

function row({ id, subject, to, time }) {
  const link = element('a', { href: `#${id}` });
  link.dataset.id = id;
  if (id === shownId) link.ariaCurrent = 'true';
  link.append(
    element('strong', {}, subject || 'No subject'),
    element('span', {}, `to ${inWords(to)}`),
    element('time', { dateTime: time }, dates.format(new Date(time))),
  );
  const item = element('li');
  item.append(link);
  return item;
}

async function showChosen() {
  const id = decodeURIComponent(location.hash.slice(1));
  const response = id ? await fetch(`/email/${encodeURIComponent(id)}`) : undefined;
  const mail = response?.ok ? await response.json() : undefined;
  // Another one was chosen meanwhile.
  if (id !== decodeURIComponent(location.hash.slice(1))) return;
  const before = shownId;
  shownId = mail?.id ?? '';
  document.body.classList.toggle('reading', mail !== undefined);
  part('mail').hidden = mail === undefined;
  part('hint').hidden = mail !== undefined;
  for (const link of document.querySelectorAll('#mails a'))
    link.ariaCurrent = link.dataset.id === shownId ? 'true' : null;
  if (mail) return show(mail);
  document.title = 'Mail inbox';
  if (before) document.querySelector(`[data-id="${before}"]`)?.focus();
}

function show(mail) {
  document.title = `${mail.subject || 'No subject'} · Mail inbox`;
  part('subject').textContent = mail.subject || 'No subject';
  const facts = [
    ['From', inFull(mail.from)],
    ['To', inFull(mail.to)],
    ['Cc', inFull(mail.cc)],
    ['Date', dates.format(new Date(mail.time))],
    ['Attached', mail.attachments.join(', ')],
  ];
  part('facts').replaceChildren(
    ...facts
      .filter(([, value]) => value !== '')
      .flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );
  part('text').replaceChildren(...withLinks(mail.text));
  part('download').href = `/email/${mail.id}/download`;
  part('views').hidden = mail.html === '';
  showAs(mail.html === '' ? 'text' : preferred, mail.id);
  part('mail').focus();
}

function showAs(view, id) {
  // A new frame for each mail: another address in the same one would be a step of the browser's Back.
  const frame = part('page').cloneNode();
  frame.removeAttribute('src');
  if (view === 'page') frame.src = `/email/${id}/html`;
  part('page').replaceWith(frame);
  for (const each of ['page', 'text']) {
    part(each).hidden = each !== view;
    part(`as-${each}`).ariaPressed = String(each === view);
  }
}

function withLinks(text) {
  const nodes = [];
  let from = 0;
  for (const { 0: url, index } of text.matchAll(LINK)) {
    nodes.push(
      text.slice(from, index),
      element('a', { href: url, target: '_blank', rel: 'noopener' }, url),
    );
    from = index + url.length;
  }
  return [...nodes, text.slice(from)];
}

function element(name, properties = {}, text = '') {
  return Object.assign(document.createElement(name), properties, text && { textContent: text });
}

async function remove(id) {
  await fetch(`/email/${id}`, { method: 'DELETE' });
  location.hash = '';
  await refresh();
}

for (const view of ['page', 'text'])
  part(`as-${view}`).addEventListener('click', () => {
    preferred = view;
    showAs(view, shownId);
  });
part('delete').addEventListener('click', () => remove(shownId));
part('delete-all').addEventListener('click', () => part('confirm').showModal());
part('confirm').addEventListener('close', () => {
  if (part('confirm').returnValue === 'delete') void remove('all');
  part('confirm').returnValue = '';
});
part('search').addEventListener('input', () => {
  etag = '';
  void refresh();
});
window.addEventListener('hashchange', () => void showChosen());

async function poll() {
  try {
    if (!document.hidden) await refresh();
  } catch {
    status.textContent = 'The inbox does not answer right now.';
    etag = '';
  }
  setTimeout(() => void poll(), POLL_MS);
}

void showChosen();
void poll();
