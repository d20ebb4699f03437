import { facts, kept } from '../../site/facts';

export interface PrivacyRecord {
  subject: string;
  what: string;
  why: string;
  howLong: string;
}

/** Everything that is kept about a person, by where it comes from. */
export const records: readonly PrivacyRecord[] = [
  {
    subject: 'Your account',
    what: 'Your e-mail address, first and last name, and when the account was made. Of your password only a sealed check value, from which nobody can read the password, not even we.',
    why: 'To know you again, and to show your table who you are.',
    howLong: `Until you delete it on your account page. With it go the campaigns that you own, with their documents and files, your seat in other campaigns, your place on the mailing list and what you wrote to us; the last traces within ${kept.deletedAccount}. For ${kept.deletionRecord} we keep that an account was deleted and when, under a number that only the mail to you names.`,
  },
  {
    subject: 'An address you had before',
    what: `When you change your e-mail address: the one before, up to the last ${kept.earlierAddresses}. They are in the copy of your data.`,
    why: 'So that it can be taken back if it was not you who changed it, and so that what you wrote to us or subscribed to under it goes with your account.',
    howLong: `The way back is open for ${kept.emailUndo}. The address stays until you delete your account; then what we keep under it is deleted too, unless someone else’s account has it by then. With each further address, the oldest goes, and what we keep under it.`,
  },
  {
    subject: 'Your sign-ins',
    what: 'Which browsers are signed in, failed attempts by account, and what happened to your account: sign-ins, changed passwords and the like, each with the kind of browser. Of the networks that attempts and sign-ins come from only check values, from which no address can be read.',
    why: 'So that you stay signed in, can sign out everywhere, nobody guesses your password, nobody else’s guesses lock you out where you have signed in before, and you notice if someone did.',
    howLong: `Until you sign out or the sign-in runs out, and a day after. Failed attempts: a day. Check values of networks: ${kept.knownNetwork} after your last sign-in from there. What happened: ${kept.securityEvents}, or until you delete your account.`,
  },
  {
    subject: 'More than a password',
    what: 'If you set them up: the sealed key of your authenticator app, check values of your recovery codes, the public half of your passkeys, and the devices you want remembered.',
    why: 'So that a stolen password alone opens nothing.',
    howLong: 'Until you remove them on your account page, or delete your account.',
  },
  {
    subject: 'Your campaigns',
    what: 'Titles, game systems, who plays, the documents you upload with their names and tags, and which was shown when, by whom.',
    why: 'It is what you came for. You and your players see it, players without the spoilers.',
    howLong: `Until you delete them. What you uploaded into a campaign of somebody else stays there when your account goes, without your name. A deleted document can be brought back for ${kept.trash}, or goes at once where you say so. An upload that was never finished goes after ${kept.unfinishedUpload}. A link to a file works for ${facts.fileLinkSeconds} seconds.`,
  },
  {
    subject: 'Questions to a language model',
    what: 'Only where whoever runs the site has named one: that you asked it, in which campaign, and how much text that was. The service of the model gets your question and the passages for it that you may read, without your name or address. Where whoever runs the site has named another service to find what is said in other words, that one gets the text of your campaigns and what is looked for in them, without your name or address. Your game master sees which services these are, and can turn them off for a campaign.',
    why: 'So that questions are answered in plain sentences, what is said in other words is found, and nobody uses up what is there for all.',
    howLong:
      'That you asked: a day, or until you delete your account. The question itself: not at all.',
  },
  {
    subject: 'Invites',
    what: 'Who made one, until when and for how many it is good; the address, if you have it mailed; who was removed from a campaign, and when.',
    why: 'To let in whom you asked, and nobody whom you removed.',
    howLong:
      'The address until somebody comes by it, it expires or you withdraw it; the rest for 30 days more.',
  },
  {
    subject: 'The mailing list',
    what: 'Your address, your name if you gave one, and whether you confirmed.',
    why: 'To tell you about the launch, and to write to nobody who did not ask.',
    howLong: `Until you leave; then it is deleted within ${kept.leftMailingList}. The link to confirm works for ${kept.verificationLink}, and an address that was never confirmed is forgotten after ${kept.unconfirmedAddress}.`,
  },
  {
    subject: 'Messages to us',
    what: 'What you write in the contact form: name, address, subject, message.',
    why: 'To answer you.',
    howLong: `For ${kept.contactMessage}, or until you delete an account that has or had the same address; tell us, and it goes at once.`,
  },
  {
    subject: 'Mails we send you',
    what: 'Text and address until the mail is delivered, then only that a mail of its kind went out.',
    why: 'So that none gets lost when a mail server is down.',
    howLong: `The text until delivery, the note for ${kept.mailRecord}.`,
  },
  {
    subject: 'How our pages do',
    what: 'When one breaks: where in our code, on which kind of page, in which version. How soon pages appear and answer. Nothing of who you are, what you wrote or which campaign it was.',
    why: 'To mend what breaks without waiting for you to tell us.',
    howLong:
      'With the logs of our machines, which are written over in turn. A browser that asks not to be tracked is not measured; it only tells what broke.',
  },
  {
    subject: 'In your own browser',
    what: 'Your sign-in, whether you like it light or dark, and how far you had scrolled. No cookies.',
    why: 'So that the site remembers you between visits without following you.',
    howLong: 'Until you sign out or clear it.',
  },
];
