-- Athletes are written to a week before their 18th birthday, from which public boards show them.
ALTER TABLE account ADD COLUMN birthday_letter_at BIGINT;
CREATE INDEX account_born ON account (date_of_birth);
