/** A stored phone number for reading: UK numbers in groups, others as they are. */
export const phoneText = (number: string): string =>
  number
    .replace(/^\+44(20|23|24|28|29)(\d{4})(\d{4})$/, '+44 $1 $2 $3')
    .replace(/^\+44(\d{4})(\d{6})$/, '+44 $1 $2')
