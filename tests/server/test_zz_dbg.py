from tests.server.conftest import *
from tests.server.test_server_stepping import Sitting
def test_dbg(table):
    s=Sitting(table,{"scale":2})
    for n in range(40):
        row=table.get(f"/api/games/{s.game}").json()
        v=table.view(s.game,s.keys[row["waiting_for"]])["picture"]
        row2=table.get(f"/api/games/{s.game}").json()
        p=v["prompt"]
        print(row["step"],row["waiting_for"],v["step"],p and p["decision"],p and [o["answer"] for o in p["options"]][:3],row2["step"],row2["thinking"])
        if not p: continue
        w=[o for o in p["options"] if o["title"]=="Move"] or p["options"]
        r=table.post(f"/api/games/{s.game}/answer",{"step":v["step"],"answer":w[0]["answer"] if w else []},s.keys[row["waiting_for"]])
        print("   ",r.status_code,r.text[:150])
        if p["decision"]=="move.path": break
