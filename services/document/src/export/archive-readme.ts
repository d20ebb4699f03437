/** Tells someone who opens the archive years later what it holds. */
export const README = `A copy of your data.

data.json       who you are here, with the addresses that your account had before; the campaigns
                that you own, with the ids of their players, and those that you play in; your
                place on the mailing list and what you have written to us, under your present
                address. Passwords are not kept in a form that could be given out.
documents.json  every document of the campaigns that you own, with the path of its file below.
documents/      these files, in a folder per campaign, as they were uploaded.

Documents of campaigns that you only play in belong to their game masters and are not in here.
Times are in UTC.
`;
