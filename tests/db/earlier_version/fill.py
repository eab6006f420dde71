#!/usr/bin/env python3
"""Uses a running demo server as its people do, and records what it answers at the end.

    fill.py http://127.0.0.1:PORT OUT.json
"""
import http.client, json, sys, urllib.parse, zlib, struct

host = urllib.parse.urlparse(sys.argv[1]).netloc
DEMO = "six-tests-one-score"
OWN = "kept behind the goal"


class Caller:
    def __init__(self, token=None):
        self.token, self.jar = token, {}

    def send(self, method, path, body=None, kind="application/json", more=None):
        headers = dict(more or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if body is not None:
            headers["content-type"] = kind
        if self.token:
            headers["authorization"] = "Bearer " + self.token
        if self.jar:
            headers["cookie"] = "; ".join(f"{k}={v}" for k, v in self.jar.items())
        conn = http.client.HTTPConnection(host)
        conn.request(method, path, body, headers)
        reply = conn.getresponse()
        raw = reply.read()
        for line in reply.headers.get_all("set-cookie") or []:
            name, rest = line.split("=", 1)
            self.jar[name] = rest.split(";")[0]
        if reply.status != 200:
            raise SystemExit(f"{method} {path}: {reply.status} {raw[:600]}")
        return raw

    def call(self, method, path, body=None, **more):
        answer = json.loads(self.send(method, path, body, **more))
        return answer.get("data", answer)


def png(width, height):
    raw = b"".join(b"\0" + bytes([20, y % 256, 120]) * width for y in range(height))
    chunk = lambda t, d: struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


def sign_up(address, first, last, born="2000-05-17", guardian=None):
    eligibility = {"ageRange": True, "consent": True, "healthConsent": True, "PARQ": [False] * 7}
    if guardian:
        eligibility["guardianEmail"] = guardian
    data = Caller().call("POST", "/api/user/signup", {
        "emailAddress": address, "password": OWN, "dateOfBirth": born, "eligibility": eligibility})
    caller = Caller(data["token"])
    caller.uaid = data["uaid"]
    caller.call("POST", "/api/user/register", {"firstName": first, "lastName": last})
    return caller


def staff(who):
    data = Caller().call("POST", "/api/user/login/admin", {"emailAddress": f"{who}@sixfold.example", "password": DEMO})
    return Caller(data["token"])


def athlete(who):
    data = Caller().call("POST", "/api/user/login", {"emailAddress": f"{who}@sixfold.example", "password": DEMO})
    return Caller(data["token"])


desk, delivery, coach = staff("instore"), staff("delivery"), staff("coach")

# An athlete in a browser, signed in, with a booking and what it keeps of their health.
zoe = sign_up("zoe@kept.example", "Zoë", "Ångström")
browser = Caller()
csrf = browser.call("GET", "/api/auth/csrf")["csrfToken"]
browser.send("POST", "/api/auth/callback/credentials", urllib.parse.urlencode({
    "email": "zoe@kept.example", "password": OWN, "csrfToken": csrf, "json": "true"}),
    kind="application/x-www-form-urlencoded")
days = [d for d in zoe.call("GET", "/api/event/availability?type=test")["days"] if d["open"]]
free = [(d["date"], s["time"]) for d in days for s in d["slots"] if s["available"]]
full = [(d["date"], s["time"]) for d in days for s in d["slots"] if s["remaining"] == 0]
booked = zoe.call("POST", "/api/user/event/booking", {
    "eventTestDate": free[-1][0], "eventTestTime": free[-1][1], "tShirtSize": "M", "medicalIssues": "Asthma: carries an inhaler",
    "emergencyName": "Åke Ångström", "emergencyNumber": "+447700900123", "assistanceRequired": True, "assistanceType": "Step-free way in"},
    more={"idempotency-key": "kept-booking-1"})["eventBookingId"]

# One whom programme delivery declines, one under age who awaits a guardian, one who waits for a full slot.
lee = sign_up("lee@kept.example", "Lee", "Marsh")
declined = lee.call("POST", "/api/user/event/booking", {"eventTestDate": free[-2][0], "eventTestTime": free[-2][1]})["eventBookingId"]
delivery.call("POST", "/api/user/event/booking", {
    "uaid": lee.uaid, "eventBookingId": declined, "eventTestStatus": "declined", "eventTestNotes": "Injured"})
kim = sign_up("kim@kept.example", "Kim", "Young", "2009-09-09", "guardian@kept.example")
wim = sign_up("wim@kept.example", "Wim", "Waits")
wim.call("POST", "/api/event/booking/waitlist", {"eventTestDate": full[0][0], "eventTestTime": full[0][1]})

# At the desk: programme delivery books somebody for today, who is taken on; two tests are recorded.
dee = sign_up("dee@kept.example", "Dee", "Desk")
visit = delivery.call("POST", "/api/user/event/booking", {
    "uaid": dee.uaid, "eventTestDate": "2026-03-04", "eventTestTime": "15:30", "bypassBookingRule": True})["eventBookingId"]
row = next(row for row in desk.call("GET", "/api/event/admin/day")["bookings"] if row["eventBookingId"] == visit)
desk.call("POST", "/api/event/admin/onboard", {"code": row["eventTestCode"]})
desk.call("POST", "/api/event/admin/test", {"eventBookingId": row["eventBookingId"], "uaid": row["uaid"], "results": [
    {"TestType": "Speed", "Attempts": [{"score": 3.214}, {"score": 3.18}]},
    {"TestType": "Power", "Attempts": [{"score": 41}, {"score": 44}]}]})

# Media: a public card and a picture, and a screen at the door and a link for a new password.
retest = athlete("retest")
share = retest.call("POST", "/api/user/share", {"template": "season_card", "colour": "black"})
image = json.loads(delivery.send("POST", "/api/content/sixfold-en-gb/authoring/v1/images?name=Track", png(640, 360), kind="image/png"))
image = image.get("data", image)
delivery.call("POST", "/api/event/admin/kiosk", {"name": "Front door"})
Caller().call("POST", "/api/user/forgot", {"email": "lee@kept.example"})

callers = {"browser": browser, "delivery": delivery, "desk": desk, "coach": coach, "retest": retest, "wim": wim, "kim": kim, "nobody": Caller()}
CALLS = [
    ("browser", "/api/user/authorization"), ("browser", "/api/user/profile"), ("browser", "/api/user/export"),
    ("browser", "/api/user/consent"),
    ("delivery", f"/api/event/admin/booking?eventBookingId={booked}"),
    ("delivery", f"/api/event/admin/booking?eventBookingId={declined}"),
    ("delivery", f"/api/event/admin/profile?uaid={zoe.uaid}"),
    ("delivery", f"/api/user/results?uaid={row['uaid']}"),
    ("desk", "/api/event/admin/day"),
    ("retest", "/api/user/results"), ("retest", "/api/user/share"), ("retest", "/api/user/profile"),
    ("nobody", "/api/user/leaderboard"), ("nobody", "/api/user/leaderboard?testType=Speed"),
    ("delivery", "/api/event/admin/reveal"), ("delivery", "/api/event/admin/assistance"), ("delivery", "/api/event/admin/seasons"),
    ("delivery", "/api/event/admin/settings"), ("delivery", "/api/event/admin/kiosk"), ("delivery", "/api/event/admin/protocols"),
    ("coach", "/api/event/booking/team"), ("wim", "/api/user/profile"), ("kim", "/api/user/profile"),
    ("delivery", "/api/content/sixfold-en-gb/authoring/v1/images"),
]
answers = [{"as": who, "path": path, "data": callers[who].call("GET", path)} for who, path in CALLS]
json.dump({
    "cookies": browser.jar, "tokens": {"zoe": zoe.token} | {who: c.token for who, c in callers.items() if c.token},
    "uaid": zoe.uaid, "bookingId": booked, "declinedId": declined, "onDesk": row["eventBookingId"], "share": share,
    "image": image, "answers": answers}, open(sys.argv[2], "w"), ensure_ascii=False, indent=1)
print("filled", len(answers), "answers", file=sys.stderr)
