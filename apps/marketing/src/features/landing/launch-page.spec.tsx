import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  answer,
  cutOff,
  held,
  refuse,
  refuseSilently,
  type FakeAnswer,
} from '@tomekeeper/remote-kit/testing';
import { facts } from '../../site/facts';
import { showPage, visitor } from '../../testing/show-page';
import { LaunchPage } from './launch-page';

const email = () => screen.getByLabelText('Email');
const name = () => screen.getByLabelText('Name');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));

function show(subscribe: FakeAnswer = () => answer({ detail: 'whatever' }, 201)) {
  const shell = visitor();
  shell.server.on('POST /api/subscribe/', subscribe);
  showPage(LaunchPage, shell);
  return shell;
}

describe('the production landing', () => {
  it('states the "Planned price": $10 a month', () => {
    show();
    expect(facts.price).toBe('$10 a month');
    screen.getByText(/planned price is \$10 a month/);
  });

  it('states the "Launch target", late 2025 or early 2026, as a past target', () => {
    show();
    expect(facts.launchTarget).toBe('late 2025 or early 2026');
    screen.getByText(/aimed for late 2025 or early 2026\. That date is behind us/);
  });

  it('subscribes an address, trimmed and in lower case, with a name: "trimmed and lowercased", success "Thanks! You\'ll get an email to verify your email address."', async () => {
    const shell = show();
    await userEvent.type(email(), '  Mina@Example.ORG ');
    await userEvent.type(name(), 'Mina ');
    await press();
    await screen.findByText("Thanks! You'll get an email to verify your email address.");
    const calls = shell.server.callsTo('POST /api/subscribe/');
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'mina@example.org', name: 'Mina' }]);
    expect(email()).toHaveProperty('value', '');
  });

  it('needs no name', async () => {
    const shell = show();
    await userEvent.type(email(), 'mina@example.org');
    await press();
    await screen.findByText(/^Thanks!/);
    expect(shell.server.calls[0]?.body).toEqual({ email: 'mina@example.org', name: '' });
  });

  it("email required, else 'Please enter your email.', without a request", async () => {
    const shell = show();
    await userEvent.type(email(), '   ');
    await press();
    await screen.findByText('Please enter your email.');
    expect(document.activeElement).toBe(email());
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(shell.server.calls).toEqual([]);
  });

  it('shows the first sentence about a refused address, at the address: "first message of the email field error"', async () => {
    const sentences = ['Enter a valid e-mail address.', 'Another sentence.'];
    show(() => refuse(400, 'Not valid.', { email: sentences }));
    await userEvent.type(email(), 'mina@');
    await press();
    await screen.findByText('Enter a valid e-mail address.');
    expect(screen.queryByText('Another sentence.')).toBeNull();
    expect(screen.queryByText('Not valid.')).toBeNull();
    expect(email()).toHaveProperty('value', 'mina@');
  });

  it.each<[string, FakeAnswer]>([
    ['a refusal of something else', () => refuse(429, 'Too many.')],
    ['a silent failure', () => refuseSilently(502)],
    ['no answer', cutOff],
  ])("says 'Sorry, something went wrong.' on %s and keeps what was typed", async (_, subscribe) => {
    show(subscribe);
    await userEvent.type(email(), 'mina@example.org');
    await press();
    await screen.findByText('Sorry, something went wrong.');
    expect(email()).toHaveProperty('value', 'mina@example.org');
  });

  it('sends once, however often one presses', async () => {
    const answering = held();
    const shell = show(() => answering.promise);
    await userEvent.type(email(), 'mina@example.org{Enter}{Enter}');
    await screen.findByRole('button', { name: 'Sending…' });
    await userEvent.click(screen.getByRole('button', { name: 'Sending…' }));
    answering.release(answer({}, 201));
    await screen.findByText(/^Thanks!/);
    expect(shell.server.calls).toHaveLength(1);
  });
});
